extension Chinese {
  /// The texts of lessons; `{}` stands for what is put in.
  static let lessons: [String: String] = [
    "lesson.title": "课程",
    "lesson.begin": "第 {} 课：{}",
    "lesson.step": "第 {}/{} 步：{}",
    "lesson.typed": "已替你输入",
    "lesson.ways": "（:hint 给提示，:check 说还缺什么，:reset 重新开始这一步）",
    "lesson.stepDone": "✓ 第 {}/{} 步完成。",
    "lesson.done": "✓ 第 {} 课完成：{}",
    "lesson.next": "下一课：:lesson {}  {}",
    "lesson.last": "这是最后一课。:lesson 列出全部。",
    "lesson.stopped": "回到你自己的桌面。:lesson next 继续。",
    "lesson.deskKept": "你的桌面已收好；:lesson stop 取回。",
    "lesson.hint": "提示 {}/{}",
    "lesson.noHint": "没有更多提示了；:solution 给出一种做法。",
    "lesson.wantsSolution": "再输入一次 :solution，就显示整步的做法。",
    "lesson.solution": "一种做法",
    "lesson.forgotten": "进度已全部忘掉。:lesson 1 从头开始。",
    "lesson.forgottenForNow": "进度只忘到下次启动；以前保存的仍在原处。",
    "lesson.broken": "这一课本身有错：{}",
  ]
}
