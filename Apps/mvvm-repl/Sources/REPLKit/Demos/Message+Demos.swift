// Messages of demos.

extension Message {
  static var demos: Self { Self("Demos (:demo NAME opens one)", "演示（:demo 名字 打开一个）") }
  static var typeFirst: Self { Self("Type in this order", "按顺序输入") }
  static func noDemo(_ name: String) -> Self {
    Self("there is no demo '\(name)'; :demos lists them", "没有名为“\(name)”的演示；:demos 列出全部")
  }
}
