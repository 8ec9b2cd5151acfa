import Testing

/// The checkout as one types it: questions answered by hand, on the workshop's real server.
@MainActor
@Suite struct CheckoutTests {
  /// The delivery chosen, on a clock that stands.
  private let start = [
    ":clock manual", "let page = CheckoutPage()", "page.chooseDelivery() &",
    "page.prompts.pick([1, 0])", "wait all",
  ]

  @Test func anOrderIsAskedForAnsweredAndSent() async {
    let lines = await said(
      [
        ":clock manual", "let page = CheckoutPage()", "page.chooseDelivery() &",
        "page.prompts.columns", "page.prompts.pick([1, 0])", "wait all", "page.submit() &",
        "page.prompts.message", "page.prompts.actions", "page.prompts.choose(1)", "wait all",
        "page.order", "page.prompts.toasts[0].text", "advance 2s", "page.prompts.toasts.count",
      ])
    #expect(
      lines.drop { !$0.hasPrefix("job #1") }
        == [
          "job #1: page.chooseDelivery() runs in the background",
          "page.chooseDelivery() asks \"Delivery\". Answer through page.prompts.pick([0, 0]).",
          #"[["0) Shanghai", "1) Beijing", "2) Guangzhou"], ["0) today", "1) tomorrow"]]"#,
          "✓ page.prompts.pick([1, 0])", "✓ job #1: page.chooseDelivery()",
          "job #2: page.submit() runs in the background",
          "page.submit() asks \"Send the order?\". Answer through page.prompts.choose(1).",
          #""tea, rice to Beijing, today""#,
          #"["0) Not yet", "1) Send"]"#, "✓ page.prompts.choose(1)", "✓ job #2: page.submit()  901",
          "901", #""Order 901 is on its way""#, "0",
        ])
  }

  @Test func whatIsDismissedIsNotSent() async {
    let lines = await said(
      start + [
        "page.submit() &", "page.prompts.dismiss()", "wait all", "page.order ?? 0", ":server log",
      ])
    #expect(lines.contains("0") && !lines.contains { $0.contains("POST /orders") })
  }

  @Test func aPromptThatIsNotThereTakesNoAnswer() async {
    let lines = await said(["let page = CheckoutPage()", "page.prompts.choose(1)"])
    #expect(lines.contains { $0.contains("There is no prompt now.") }, "\(lines)")
  }

  @Test func thePagesCommandsWaitWhileTheOrderIsSent() async {
    let lines = await said(
      start + [
        #":stub POST /orders -> {"number": 7} after 3s"#, "page.submit() &",
        "page.prompts.choose(1)", "wait until page.prompts.isBusy", "page.prompts.activityMessage",
        "page.clear()", #"page.add("late")"#, "page.chooseDelivery()", "advance 3s", "wait all",
        "page.goods", "page.order", "page.prompts.isBusy",
      ])
    #expect(lines.contains(#""Sending the order""#))
    #expect(lines.count { $0.contains("canRun is false") } == 3, "\(lines)")
    #expect(lines.suffix(3) == ["[]", "7", "false"])
  }

  @Test func whatComesBackWhileTheOrderIsSentStaysInTheBasket() async {
    let lines = await said(
      start + [
        #":stub POST /orders -> {"number": 7} after 1s"#, "page.clear()", #"page.add("salt")"#,
        "page.submit() &", "page.prompts.choose(1)", "wait until page.prompts.isBusy",
        "page.prompts.tap()", "advance 1s", "wait all", "page.goods",
      ])
    #expect(lines.last == #"["tea", "rice"]"#, "\(lines)")
  }

  @Test func anOrderThatIsCancelledIsNoFailure() async {
    let lines = await said(
      start + [
        #":stub POST /orders -> {"number": 7} after 3s"#, "page.submit() &",
        "page.prompts.choose(1)", "wait until page.prompts.isBusy", ":cancel all",
        "page.prompts.toasts", "page.goods.count",
      ])
    #expect(lines.suffix(2) == ["[]", "2"], "\(lines)")
  }

  // L43: only a page that is seen asks when the program comes to the front.
  @Test func aHiddenPageDoesNotAsk() async {
    let back = ["page.prompts.dismiss()", #"device.report("didBecomeActive")"#]
    for (words, caption) in [([], #""Network is off""#), ([":hide page"], "nil")] {
      let lines = await said(
        ["let page = CheckoutPage()", ":show page"] + words + [":network offline"] + back
          + ["page.prompts.caption"])
      #expect(lines.last == caption, "\(lines)")
    }
  }

  @Test func whatIfNobodyAnswers() async {
    let lines = await said([
      "let page = CheckoutPage()", "whatif page.chooseDelivery()", "page.chooseDelivery() &",
      "page.prompts.caption",
    ])
    #expect(lines.contains("page.chooseDelivery() would run"), "\(lines)")
    #expect(
      lines.contains(
        "not done: the dry run did not ask \"Delivery\"; it took the question as dismissed"))
    #expect(lines.contains(#""Delivery""#))
  }

  @Test func withoutANetworkThePageOffersToSetItUp() async {
    let lines = await said(
      start + [
        ":network offline", "page.checkNetwork()", "page.submit() &", "page.prompts.choose(1)",
        "wait all",
        "page.prompts.toasts[0].kind", "page.prompts.caption", "page.prompts.actions",
        "page.prompts.choose(1)", ":network", "page.isOnline", "page.goods.count",
      ])
    #expect(lines.contains(#"["0) Cancel", "1) Set up the network"]"#))
    #expect(lines.suffix(2) == ["true", "2"])
  }

  @Test func thePageSpeaksChinese() async {
    let lines = await said([
      ":clock manual", "let page = CheckoutPage()", "page.language = .chinese",
      "page.chooseDelivery() &", "page.prompts.columns", "page.prompts.pick()", "wait all",
      "page.submit() &", "page.prompts.caption", "page.prompts.message", "page.prompts.actions",
      ":stub POST /orders -> 503", "page.prompts.choose(1)", "wait all",
      "page.prompts.toasts[0].text", ":network offline", "page.checkNetwork()",
      "page.prompts.caption",
      "page.prompts.actions",
    ])
    #expect(lines.contains(#"[["0) 上海", "1) 北京", "2) 广州"], ["0) 今天", "1) 明天"]]"#))
    #expect(lines.contains(#""tea、rice，今天送到上海""#))
    #expect(lines.contains(#"["0) 再看看", "1) 提交"]"#) && lines.contains(#""系统异常""#))
    #expect(lines.contains(#""网络异常""#) && lines.contains(#"["0) 取消", "1) 设置网络"]"#))
  }

  @Test func whatWasClearedComesBackWithATapAndOnlyWithOne() async {
    let lines = await said([
      ":clock manual", "let page = CheckoutPage()", "page.clear()", "page.prompts.toasts[0].action",
      "page.prompts.tap()", "page.goods", "page.clear()", "advance 2s", "page.goods.count",
    ])
    #expect(lines.contains(#""Undo""#) && lines.contains(#"["tea", "rice"]"#))
    #expect(lines.last == "0")
  }
}
