import CCurl
import CCurlShim
public import Foundation
import Synchronization

/// A transport that uses libcurl: HTTP/1.1 and HTTP/2, TLS, proxies and compression.
///
/// One thread per transport drives libcurl's multi interface; it never blocks a caller's thread. Connections are kept
/// alive and reused, so make one transport and share it. The thread ends when the last reference is released.
///
/// ```swift
/// let transport = CurlTransport()
/// let response = try await transport.send(Request(.get, "http://localhost:8080/posts"))
/// ```
public final class CurlTransport: Transport {
  /// The settings for every request of a transport.
  ///
  /// Every request fails before it is sent if libcurl refuses a setting. The minimum TLS version is 1.2.
  public struct Configuration: Sendable {
    /// The trusted certificates.
    public enum Trust: Sendable, Hashable {
      /// The certificate authorities of the system.
      case system
      /// Only the authorities in a PEM file, also for a proxy with an `https` address.
      case authorities(URL)
    }

    /// The proxy setting.
    public enum Proxy: Sendable, Hashable {
      /// The proxy that `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name.
      case environment
      /// No proxy.
      case none
      /// A fixed proxy, such as `http://proxy:3128`.
      case url(String)
    }

    /// A client certificate with its private key.
    public struct Identity: Sendable, Hashable {
      /// A PEM file with the certificate, followed by any intermediate certificates.
      public var certificate: URL
      /// A PEM file with the private key.
      public var key: URL
      /// The password of an encrypted key.
      public var password: String?

      /// Makes an identity from two files, which are read when a connection is made.
      public init(certificate: URL, key: URL, password: String? = nil) {
        self.certificate = certificate
        self.key = key
        self.password = password
      }
    }

    /// The trusted authorities; the system's by default.
    public var trust = Trust.system
    /// The pinned public keys of hosts: hashes, each as `sha256//BASE64`, by host name.
    ///
    /// A host without an entry needs only a trusted certificate; a host with an empty entry is never trusted. A name
    /// matches in all spellings: upper or lower case, with a trailing dot, in Unicode or Punycode.
    public var pinnedKeys: [String: [String]] = [:]
    /// The client certificates for servers that request one, by host name; other hosts get none.
    public var identities: [String: Identity] = [:]
    /// The proxy; by default, the environment variables decide.
    public var proxy = Proxy.environment
    /// The maximum number of connections to one host, 64 by default; requests whose bodies must avoid HTTP/2 have as many
    /// of their own.
    ///
    /// Further requests wait in a queue, at most as long as ``Timeouts/queue``.
    public var connectionsPerHost = 64
    /// The `User-Agent` of requests that do not set one; `nil` for none.
    public var userAgent: String? = CurlTransport.defaultUserAgent
    /// The default timeouts.
    public var timeouts = Timeouts.standard
    /// The default size limits.
    public var limits = Limits.standard

    /// Makes the default configuration.
    public init() {}

    func identity(for host: String) -> Identity? { Self.settings(identities, for: host).first }

    /// Returns the pins of a host in libcurl's format.
    func pins(for host: String) -> String? {
      let pins = Self.settings(pinnedKeys, for: host)
      guard !pins.isEmpty else { return nil }
      let keys = pins.flatMap { $0 }
      // No key has this hash, so the host is never trusted.
      return keys.isEmpty ? "sha256//none" : keys.joined(separator: ";")
    }

    /// Returns the values of all keys that spell the same host.
    private static func settings<Value>(_ values: [String: Value], for host: String) -> [Value] {
      guard !values.isEmpty else { return [] }
      let name = URLText.hostKey(host)
      return values.filter { URLText.hostKey($0.key) == name }.map(\.value)
    }
  }

  /// The names and versions of this package and libcurl, such as `Networking libcurl/8.14.1`.
  public static let defaultUserAgent: String = {
    let versions = unsafe String(cString: curl_version())
    return "Networking \(versions.prefix { $0 != " " })"
  }()

  /// Whether this libcurl can pause the sending of a body over HTTP/2 without harm.
  ///
  /// Before 8.1.0, libcurl may then lose or mix up bytes of the responses on the connection (it was seen with
  /// 7.88.1; pull request 10771 replaced the buffers). Before 8.7.0, it may send a body again without its beginning (22563).
  static let pausesHTTP2 = curl_shim_version() >= 0x080700

  private let loop: CurlLoop
  /// The loop of the requests that avoid HTTP/2, made for the first one.
  ///
  /// In one loop, libcurl would send requests to the host over the connections of either version.
  private let plainLoop = Mutex<CurlLoop?>(nil)
  private let configuration: Configuration

  /// Makes a transport and starts its thread.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    loop = CurlLoop(connectionsPerHost: configuration.connectionsPerHost)
    loop.start()
  }

  deinit {
    loop.stop()
    plainLoop.withLock { $0?.stop() }
  }

  private func loop(of transfer: CurlTransfer) -> CurlLoop {
    guard transfer.avoidsHTTP2 else { return loop }
    return plainLoop.withLock { plainLoop in
      if let plainLoop { return plainLoop }
      let loop = CurlLoop(connectionsPerHost: configuration.connectionsPerHost)
      loop.start()
      plainLoop = loop
      return loop
    }
  }

  /// Sends a request and returns when the head of the response has arrived.
  ///
  /// - Throws: ``NetworkError``; the transfer's handle is then already released.
  public func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
    guard !Task.isCancelled else { throw NetworkError.cancelled.of(request, attempts: 0) }
    let transfer = try CurlTransfer(request, configuration: configuration)
    let loop = loop(of: transfer)
    try loop.checkReady()
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

  /// The number of transfers that have a handle now; tests use it to find leaks.
  public var activeTransfers: Int {
    loop.activeTransfers + plainLoop.withLock { $0?.activeTransfers ?? 0 }
  }
}
