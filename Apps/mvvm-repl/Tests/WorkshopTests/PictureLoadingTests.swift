import Foundation
import Testing
import ViewModels

@testable import Workshop

/// Pictures of the demos, from the workshop's real server.
@MainActor
@Suite struct PictureLoadingTests {
  // L79, D07: a picture was loaded anew for each row; its state was nowhere to be seen.
  @Test func aPictureIsAMissAtFirstAndAHitFromThenOn() async {
    let lines = await said(
      "let news = CarNews()", "news.refresh()", "news.cells[0].picture.state",
      "news.cells[0].picture.load()", "news.cells[0].picture.state",
      "news.cells[0].picture.origin", "news.cells[0].picture.byteCount > 100",
      "let more = CarNews()", "more.refresh()", "more.cells[0].picture.load()",
      "more.cells[0].picture.origin", ":server log")
    #expect(
      lines.filter { $0.hasPrefix(".") } == [".idle", ".loaded", ".network", ".memory"],
      "\(lines)")
    #expect(lines.contains("true"))
    #expect(lines.count { $0.contains("GET /images/s/301.jpg 200") } == 1, "\(lines)")
  }

  @Test func whatWasFetchedOnceIsInTheCache() async throws {
    let database = WorkshopDatabase(folder: nil)
    let api = WorkshopAPI(
      address: nil, responses: StoredResponses(database: database), clock: ContinuousClock())
    let images = RemoteImages(api: api)
    let origins = [
      try await images.image(at: "https://img.example/1/150").origin,
      try await images.image(at: "https://img.example/1/150").origin,
      try await images.image(at: "https://img.example/park.jpg").origin,
    ]
    #expect(origins == [.network, .cache, .network])
    await api.close()
    await database.close()
  }

  @Test func aPictureThatDoesNotComeSaysWhyAndIsTriedAgain() async {
    let lines = await said(
      "let news = CarNews()", "news.refresh()", ":stub GET /images/s/301.jpg -> 404",
      "news.cells[0].picture.load()", "news.cells[0].picture.state",
      "news.cells[0].picture.problem", ":stub off all", "news.cells[0].picture.retry()",
      "news.cells[0].picture.state", "news.cells[0].picture.retry()")
    #expect(lines.contains(".failed") && lines.contains(".loaded"), "\(lines)")
    #expect(lines.contains { $0.contains("404") && !$0.contains("http") }, "\(lines)")
    #expect(lines.contains { $0.contains("hasFailed is false") }, "\(lines)")
  }

  @Test func whatIsNoImageIsAFailure() async {
    let lines = await said(
      "let news = CarNews()", "news.refresh()",
      #":stub GET /images/s/302.jpg -> 200 {"a": 1}"#, "news.cells[1].picture.load()",
      "news.cells[1].picture.problem", #"news.cells[1].picture.show("nowhere")"#,
      "news.cells[1].picture.load()", "news.cells[1].picture.problem")
    #expect(lines.contains { $0.contains("instead of an image") }, "\(lines)")
    #expect(lines.last?.contains("is not the address of an image") == true, "\(lines)")
  }

  @Test func aRowInSightIsLoadedAndTheServerDownIsSeen() async {
    let lines = await said(
      ":set clock manual", "let news = CarNews()", "news.refresh()", ":network offline",
      #"news.report("willDisplay", at: 0)"#, "wait until news.cells[0].picture.hasFailed",
      "news.cells[0].picture.problem", ":screen news")
    #expect(lines.contains { $0.contains("There is no network") }, "\(lines)")
    #expect(lines.contains { $0.contains("[✗ 301.jpg]") && $0.hasSuffix("(↻)") }, "\(lines)")
    // The screen has brought the second row into sight, too.
    #expect(lines.contains { $0.contains(/\[[✗◌] 302.jpg\]/) }, "\(lines)")
  }

  // The list had its articles, so nothing but the pictures had to be loaded again.
  @Test func picturesInSightComeByThemselvesWhenTheNetworkIsBack() async {
    let lines = await said(
      "let news = CarNews()", "news.refresh()", ":network offline",
      #"news.report("willDisplay", at: 0)"#, "wait until news.cells[0].picture.hasFailed",
      #"news.report("willDisplay", at: 1)"#, "wait until news.cells[1].picture.hasFailed",
      #"news.report("didEndDisplaying", at: 1)"#, ":network good",
      "wait until news.cells[0].picture.state == .loaded", "news.cells[0].picture.state",
      "news.cells[1].picture.state")
    #expect(lines.suffix(2) == [".loaded", ".failed"], "\(lines)")
  }
}
