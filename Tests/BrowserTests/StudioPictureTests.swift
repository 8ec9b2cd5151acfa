import Foundation
import Models
import TerminalTestSupport
import Testing

extension BrowserTests {
  /// The README's pictures of the page, drawn anew by `Scripts/pictures`.
  @Suite struct StudioPictureTests {
    private static let isDrawing = ProcessInfo.processInfo.environment["MVVM_PICTURES"] == "draw"
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Apps/mvvm-repl/Sources/REPLStudio/REPLStudio.docc/Resources")

    @Test(
      .enabled(if: isDrawing, "Scripts/pictures draws them."),
      arguments: [("studio", 1_200, 1_000, false), ("studio-dark", 400, 860, true)])
    func thePageIsDrawn(name: String, columns: Int, rows: Int, isDark: Bool) async throws {
      try await ServedProgram.run { served in
        let window = try await served.open(.init(columns: columns, rows: rows, isDark: isDark))
        try served.type("let form = LoginForm()")
        try served.type("let page = CheckoutPage()")
        try served.type(#"page.add("milk")"#)
        try await window.click("#names [data-key='page']")
        try await window.wait("document.querySelector(\"[data-key='page.chooseDelivery() &']\")")
        try await window.click("[data-key='page.chooseDelivery() &']")
        try await window.wait("document.querySelector('[role=alertdialog] select')")
        try await window.click("[data-key='page.prompts.pick']")
        try await window.wait("!document.querySelector(\"[data-key='page.submit() &']\").disabled")
        try await window.click("[data-key='page.submit() &']")
        try await window.wait(
          "document.querySelector('[role=alertdialog]').contains(document.activeElement)")
        try await window.wait(for: "page.submit() asks", in: "log")
        try await window.wait("document.querySelector('#graph svg')")
        try await window.wait("document.getElementById('running').hidden")
        try await window.run("document.activeElement.blur(); scrollTo(0, 0)")
        try await window.picture().write(to: Self.folder.appending(path: "\(name).png"))
      }
    }
  }
}
