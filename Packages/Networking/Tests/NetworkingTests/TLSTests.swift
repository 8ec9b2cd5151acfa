import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import ProcessTestSupport
import Synchronization
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Certificates and servers by the `openssl` program, with an authority of the test's own.
@Suite(.enabled(if: OpenSSL.path != nil, "needs the openssl program"))
struct TLSTests {
  private func transport(
    trusting authority: URL?, pins: [String: [String]]
  ) -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    if let authority { configuration.trust = .authorities(authority) }
    configuration.pinnedKeys = pins
    return CurlTransport(configuration: configuration)
  }

  private func code(
    _ certificate: TLSCertificate, host: String = "localhost", trustsAuthority: Bool = true,
    pins: [String: [String]] = [:], version: String? = nil
  ) async throws -> NetworkError.Code? {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(certificate)
      let options = version.map { ["-\($0)", "-cipher", "DEFAULT@SECLEVEL=0"] } ?? []
      let server = try TLSServer(files, options: options)
      defer { server.stop() }
      let transport = transport(
        trusting: trustsAuthority ? files.authority : nil, pins: pins)
      do throws(NetworkError) {
        let response = try await transport.send(Request(.get, "https://\(host):\(server.port)/"))
        #expect(response.status == 200)
        #expect(response.metrics.secure > .zero)
        return nil
      } catch {
        #expect(error.cause != nil)
        return error.code
      }
    }
  }

  @Test func certificateOfATrustedAuthorityIsAccepted() async throws {
    #expect(try await code(TLSCertificate()) == nil)
  }

  @Test func unknownAuthorityIsRefused() async throws {
    #expect(try await code(TLSCertificate(), trustsAuthority: false) == .untrustedServer)
  }

  @Test func expiredCertificateIsRefused() async throws {
    #expect(try await code(TLSCertificate(days: -1)) == .untrustedServer)
  }

  @Test func certificateOfAnotherHostIsRefused() async throws {
    #expect(try await code(TLSCertificate(names: "DNS:elsewhere")) == .untrustedServer)
  }

  @Test func selfSignedCertificateIsRefused() async throws {
    #expect(try await code(TLSCertificate(isSelfSigned: true)) == .untrustedServer)
  }

  @Test func wrongPinIsRefused() async throws {
    let pin = "sha256//" + Data(repeating: 1, count: 32).base64EncodedString()
    #expect(try await code(TLSCertificate(), pins: ["LocalHost": [pin]]) == .untrustedServer)
    #expect(try await code(TLSCertificate(), pins: ["localhost": []]) == .untrustedServer)
    #expect(try await code(TLSCertificate(), pins: ["other": [pin]]) == nil)
  }

  /// A server that wants a certificate of the test's authority; "localhost" and "127.0.0.1" are two hosts.
  @Test func identityIsShownToItsHostAlone() async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      let server = try TLSServer(
        files,
        options: ["-Verify", "1", "-verify_return_error", "-CAfile", files.authority.path])
      defer { server.stop() }
      var configuration = CurlTransport.Configuration()
      configuration.trust = .authorities(files.authority)
      configuration.identities = [
        "LocalHost": .init(certificate: files.certificate, key: files.key)
      ]
      let transport = CurlTransport(configuration: configuration)
      let address = "https://localhost:\(server.port)/"
      #expect(try await transport.send(Request(.get, address)).status == 200)
      let stranger = await networkError {
        try await transport.send(Request(.get, "https://127.0.0.1:\(server.port)/"))
      }
      #expect(stranger != nil)
      configuration.identities = ["localhost": .init(certificate: files.key, key: files.key)]
      let wrong = await networkError {
        try await CurlTransport(configuration: configuration).send(Request(.get, address))
      }
      #expect(wrong?.code == .invalidRequest)
    }
  }

  /// A file that the caller has named, or a pin that is none, is no fault of the server.
  @Test func filesThatCannotBeReadMakeTheRequestInvalid() async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      let server = try TLSServer(files)
      defer { server.stop() }
      let nowhere = folder.appending(path: "nowhere.pem")
      func error(_ change: (inout CurlTransport.Configuration) -> Void) async -> NetworkError? {
        var configuration = CurlTransport.Configuration()
        configuration.trust = .authorities(files.authority)
        change(&configuration)
        let transport = CurlTransport(configuration: configuration)
        let request = Request(.get, "https://localhost:\(server.port)/")
        return await networkError { try await transport.send(request) }
      }
      let authority = await error { $0.trust = .authorities(nowhere) }
      #expect(authority?.code == .invalidRequest)
      let identity = await error {
        $0.identities = ["localhost": .init(certificate: nowhere, key: files.key)]
      }
      #expect(identity?.code == .invalidRequest)
      let pin = await error { $0.pinnedKeys = ["localhost": ["not a pin"]] }
      #expect(pin?.code == .invalidRequest)
    }
  }

  /// Of a server that speaks one version of TLS and takes any cipher.
  @Test(arguments: [
    ("tls1", NetworkError.Code.untrustedServer), ("tls1_1", .untrustedServer), ("tls1_2", nil),
    ("tls1_3", nil),
  ])
  func serverHasToSpeakTLS12(version: String, code: NetworkError.Code?) async throws {
    #expect(try await self.code(TLSCertificate(), version: version) == code)
  }

  @Test func plainServerBehindHTTPSIsRefused() async throws {
    let server = try SocketServer { connection in
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
    }
    defer { server.stop() }
    let error = await networkError {
      try await CurlTransport().send(Request(.get, "https://127.0.0.1:\(server.port)/"))
    }
    #expect(error?.code == .untrustedServer)
  }

  /// OpenSSL's own security level refuses TLS 1.1 as well; a system that has lowered it shows who refuses.
  @Test(arguments: ["tls1", "tls1_1"])
  func oldVersionsAreRefusedWhateverTheSystemAllows(version: String) async {
    await #expect(processExitsWith: .success) { [version] in
      try await withTemporaryFolder { folder in
        let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
        let settings = folder.appending(path: "openssl.cnf")
        try """
        openssl_conf = all
        [all]
        ssl_conf = ssl
        [ssl]
        system_default = lax
        [lax]
        MinProtocol = TLSv1
        CipherString = DEFAULT@SECLEVEL=0
        """.write(to: settings, atomically: true, encoding: .utf8)
        // Before libcurl is used for the first time in this process.
        unsafe setenv("OPENSSL_CONF", settings.path, 1)
        var configuration = CurlTransport.Configuration()
        configuration.trust = .authorities(files.authority)
        for (option, isRight) in [("tls1_2", true), (version, false)] {
          let server = try TLSServer(
            files, options: ["-\(option)", "-cipher", "DEFAULT@SECLEVEL=0"])
          defer { server.stop() }
          let transport = CurlTransport(configuration: configuration)
          let request = Request(.get, "https://localhost:\(server.port)/")
          let response = try? await transport.send(request)
          #expect((response?.status == 200) == isRight, "\(option)")
        }
      }
    }
  }

  #if os(Linux)
    /// The system's own folder of authorities holds the server's, and the file another; only root may have mounts.
    @Test func anAuthorityOfTheSystemIsNoneOfTheFile() async {
      await #expect(processExitsWith: .success) {
        try await withTemporaryFolder { folder in
          let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
          let elsewhere = folder.appending(path: "elsewhere")
          let system = folder.appending(path: "certs")
          for url in [elsewhere, system] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
          }
          let others = try await OpenSSL(folder: elsewhere).issue(
            TLSCertificate(authority: "Other"))
          let hash = try await FinishedProcess(
            running: try #require(OpenSSL.path),
            ["x509", "-hash", "-noout", "-in", files.authority.path])
          let name = String(decoding: hash.output, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
          for name in ["\(name).0", "ca-certificates.crt"] {
            try FileManager.default.copyItem(
              at: files.authority, to: system.appending(path: name))
          }
          let server = try TLSServer(files)
          defer { server.stop() }
          var configuration = CurlTransport.Configuration()
          configuration.trust = .authorities(others.authority)
          // The threads of the transports see what this thread sees.
          guard isMounted(system, at: "/etc/ssl/certs") else { return }
          let transports = (CurlTransport(), CurlTransport(configuration: configuration))
          let request = Request(.get, "https://localhost:\(server.port)/")
          #expect(try await transports.0.send(request).status == 200)
          let error = await networkError { try await transports.1.send(request) }
          #expect(error?.code == .untrustedServer)
        }
      }
    }
  #endif

  /// The proxy is a server, too, and only the authorities of the file count for it.
  @Test func theAuthoritiesOfTheFileAreThoseOfASecureProxy() async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      let proxy = try TLSServer(files)
      defer { proxy.stop() }
      var configuration = CurlTransport.Configuration()
      configuration.proxy = .url("https://localhost:\(proxy.port)")
      for trust in [.authorities(files.authority), .system] as [CurlTransport.Configuration.Trust] {
        configuration.trust = trust
        let transport = CurlTransport(configuration: configuration)
        let response = try? await transport.send(Request(.get, "http://shop.invalid/"))
        #expect((response?.status == 200) == (trust != .system))
      }
    }
  }

  /// Pins are not merely always refused.
  @Test func rightPinIsAccepted() async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      let hash = try await FinishedProcess(
        running: "/bin/sh",
        [
          "-c",
          "openssl x509 -in \"$0\" -pubkey -noout | openssl pkey -pubin -outform der "
            + "| openssl dgst -sha256 -binary | openssl enc -base64",
          files.certificate.path,
        ])
      let pin = String(decoding: hash.output, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let server = try TLSServer(files)
      defer { server.stop() }
      let transport = transport(
        trusting: files.authority, pins: ["localhost": ["sha256//\(pin)"]])
      let address = "https://localhost:\(server.port)/"
      #expect(try await transport.send(Request(.get, address)).status == 200)
    }
  }
}

/// What a certificate says.
struct TLSCertificate: Hashable {
  var names = "DNS:localhost,IP:127.0.0.1"
  var days = 1
  var isSelfSigned = false
  /// The name of the authority.
  var authority = "Test"
}

/// Runs the `openssl` program in a folder.
struct OpenSSL {
  struct Files {
    let authority: URL
    let certificate: URL
    let key: URL
  }

  static let path = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The making of the files of each certificate, which is done once for all tests: it takes long.
  private static let issued = Mutex<[TLSCertificate: Task<[String: Data], any Error>]>([:])

  let folder: URL

  /// Puts a certificate into the folder, with its key and its authority.
  func issue(_ certificate: TLSCertificate) async throws -> Files {
    let making = Self.issued.withLock { issued in
      let making = issued[certificate] ?? Task { try await Self.make(certificate) }
      issued[certificate] = making
      return making
    }
    for (name, content) in try await making.value {
      try content.write(to: folder.appending(path: name))
    }
    return Files(
      authority: folder.appending(path: "ca.pem"),
      certificate: folder.appending(path: "server.pem"),
      key: folder.appending(path: "server.key"))
  }

  private static func make(_ certificate: TLSCertificate) async throws -> [String: Data] {
    try await withTemporaryFolder { folder in
      func run(_ arguments: [String]) async throws {
        let run = try await FinishedProcess(
          running: try #require(path), arguments, in: folder)
        try #require(run.isSuccess, "openssl \(arguments)")
      }
      let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
      try await run(
        ["req", "-x509"] + curve
          + [
            "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=\(certificate.authority)", "-days",
            "2",
          ])
      try await run(
        ["req"] + curve + ["-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost"])
      try Data("subjectAltName=\(certificate.names)".utf8)
        .write(to: folder.appending(path: "extensions"))
      let signer =
        certificate.isSelfSigned
        ? ["-signkey", "server.key"] : ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"]
      try await run(
        ["x509", "-req", "-in", "server.csr"] + signer
          + ["-days", "\(certificate.days)", "-extfile", "extensions", "-out", "server.pem"])
      return try ["ca.pem", "server.pem", "server.key"].reduce(into: [:]) {
        $0[$1] = try Data(contentsOf: folder.appending(path: $1))
      }
    }
  }
}

/// A TLS server on a port of the system's choice.
struct TLSServer {
  let port: Int
  /// The `openssl` program.
  let process: ChildProcess

  /// Starts a server that answers each request with a page, or in the way of its mode.
  init(
    _ files: OpenSSL.Files, mode: [String] = ["-www"], options: [String] = []
  ) throws {
    process = try ChildProcess(
      running: try #require(OpenSSL.path),
      [
        "s_server", "-accept", "127.0.0.1:0", "-cert", files.certificate.path, "-key",
        files.key.path,
      ] + mode + options, errors: .null)
    let port = process.firstMatch(of: /ACCEPT .*:(\d+)/).flatMap { Int($0.1) }
    self.port = try #require(port, "openssl s_server did not start")
  }

  func stop() { process.kill() }
}

#if os(Linux)
  /// Shows a folder at another path to the current thread alone; false if the process may not do that.
  private func isMounted(_ folder: URL, at path: String) -> Bool {
    typealias Unshare = @convention(c) (Int32) -> Int32
    guard let symbol = unsafe dlsym(nil, "unshare") else { return false }
    let unshare = unsafe unsafeBitCast(symbol, to: Unshare.self)
    // `CLONE_NEWNS`
    return unsafe unshare(0x20000) == 0
      && mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0
      && mount(folder.path, path, nil, UInt(MS_BIND), nil) == 0
  }
#endif
