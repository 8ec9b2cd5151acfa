import Foundation
import Networking
import NetworkingSimulation
import NetworkingTestSupport
import Testing

@Suite struct TransportContractTests {
  @Test func curlKeepsTheContract() async throws {
    let server = try ContractServer()
    defer { server.stop() }
    let contract = TransportContract(baseURL: server.baseURL)
    #expect(await contract.problems(of: CurlTransport()) == [])
  }

  @Test func fixturesKeepTheContract() async throws {
    let transport = FixtureTransport()
    transport.answerContract()
    let contract = TransportContract(baseURL: "http://fixture")
    #expect(await contract.problems(of: transport) == [])
  }

  @Test func simulatedGoodNetworkKeepsTheContract() async throws {
    let fixture = FixtureTransport()
    fixture.answerContract()
    let contract = TransportContract(baseURL: "http://fixture")
    #expect(await contract.problems(of: SimulatedNetwork(fixture)) == [])
  }

  @Test func slowNetworkKeepsTheContract() async throws {
    let fixture = FixtureTransport()
    fixture.answerContract()
    let contract = TransportContract(baseURL: "http://fixture")
    let slow = SimulatedNetwork(fixture, conditions: .slow, clock: TestClock())
    #expect(await contract.problems(of: slow) == [])
  }
}
