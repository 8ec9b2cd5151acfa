import CCurl
import CCurlShim
public import Foundation

/// Requests over the network, by libcurl: HTTP/1.1 and HTTP/2, TLS, proxies and compression.
///
/// One thread per transport drives libcurl's multi interface; no caller's thread ever blocks. Connections are kept and
/// used again, so make one transport and share it. The thread ends with the last reference.
///
/// ```swift
/// let transport = CurlTransport()
/// let response = try await transport.send(Request(.get, "http://localhost:8080/posts"))
/// ```
public final class CurlTransport: Transport {
  /// The settings for every request of a transport.
  ///
  /// A setting that libcurl refuses fails each request, and nothing is sent. TLS is 1.2 at least.
  public struct Configuration: Sendable {
    /// The certificates that are trusted.
    public enum Trust: Sendable, Hashable {
      /// The certificate authorities of the system.
      case system
      /// Only the authorities in a PEM file.
      case authorities(URL)
    }

    /// The proxy that is used.
    public enum Proxy: Sendable, Hashable {
      /// The one that `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name.
      case environment
      /// None.
      case none
      /// This one, such as `http://proxy:3128`.
      case url(String)
    }

    /// A certificate by which a client shows who it is, with its private key.
    public struct Identity: Sendable, Hashable {
      /// A PEM file with the certificate, and those between it and its authority.
      public var certificate: URL
      /// A PEM file with the private key.
      public var key: URL
      /// The password of an encrypted key.
      public var password: String?

      /// Makes an identity of two files, which are read when a connection is made.
      public init(certificate: URL, key: URL, password: String? = nil) {
        self.certificate = certificate
        self.key = key
        self.password = password
      }
    }

    /// The trusted authorities; the system's by default.
    public var trust = Trust.system
    /// Hashes of the public keys that a host may have, each as `sha256//BASE64`, by host name.
    ///
    /// A host without an entry needs a trusted certificate only; one with an empty entry is never
    /// trusted. A name is meant in all its spellings: case, a dot at its end, Unicode or Punycode.
    public var pinnedKeys: [String: [String]] = [:]
    /// The identities for servers that ask for one, by host name; no other host is shown any.
    public var identities: [String: Identity] = [:]
    /// The proxy; by default what the environment says.
    public var proxy = Proxy.environment
    /// Most connections to one host, 64 by default.
    ///
    /// Requests beyond them wait, at most as long as ``Timeouts/queue``.
    public var connectionsPerHost = 64
    /// The `User-Agent` of requests that have none; `nil` for none.
    public var userAgent: String? = CurlTransport.defaultUserAgent
    /// Time limits for requests that do not have them.
    public var timeouts = Timeouts.standard
    /// Size limits for requests that do not have them.
    public var limits = Limits.standard

    /// Makes the default configuration.
    public init() {}

    func identity(for host: String) -> Identity? { Self.settings(identities, for: host).first }

    /// The pins of a host, as libcurl takes them.
    func pins(for host: String) -> String? {
      let pins = Self.settings(pinnedKeys, for: host)
      guard !pins.isEmpty else { return nil }
      let keys = pins.flatMap { $0 }
      // No key has this hash.
      return keys.isEmpty ? "sha256//none" : keys.joined(separator: ";")
    }

    /// The values under all spellings of a host.
    private static func settings<Value>(_ values: [String: Value], for host: String) -> [Value] {
      guard !values.isEmpty else { return [] }
      let name = URLText.hostKey(host)
      return values.filter { URLText.hostKey($0.key) == name }.map(\.value)
    }
  }

  /// The names of this package and of libcurl, such as `Networking libcurl/8.14.1`.
  public static let defaultUserAgent: String = {
    let versions = unsafe String(cString: curl_version())
    return "Networking \(versions.prefix { $0 != " " })"
  }()

  private let loop: CurlLoop
  private let configuration: Configuration

  /// Makes a transport and its thread.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    loop = CurlLoop(connectionsPerHost: configuration.connectionsPerHost)
    loop.start()
  }

  deinit {
    loop.stop()
  }

  /// Sends a request and returns when the head of the response is here.
  ///
  /// - Throws: ``NetworkError``; once it throws, the transfer's handle is given back.
  public func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
    guard !Task.isCancelled else { throw NetworkError.cancelled.of(request, attempts: 0) }
    try loop.checkReady()
    let transfer = try CurlTransfer(request, configuration: configuration)
    try transfer.prepare()
    let body = CurlBody(transfer: transfer, transport: self, loop: loop)
    if request.gate != nil || !request.body.isEmpty {
      let goOn: @Sendable () -> Void = { [weak loop, weak transfer] in
        if let transfer { loop?.resume(transfer) }
      }
      request.gate?.onOpen(goOn)
      transfer.reader.onMore = goOn
    }
    loop.start(transfer)
    return ResponseStream(head: try await body.head(), body: ResponseBody(body))
  }

  /// The number of transfers that have a handle at this moment; for tests that look for leaks.
  public var activeTransfers: Int { loop.activeTransfers }
}
