public import Foundation

/// Requests over the network, by libcurl: HTTP/1.1 and HTTP/2, TLS, proxies and compression.
///
/// One thread per transport drives libcurl's multi interface; a lone request is begun on its
/// caller's thread, and no caller's thread ever blocks. Connections are kept and used again, so
/// make one transport and share it. The thread ends with the last reference.
///
/// ```swift
/// let transport = CurlTransport()
/// let response = try await transport.send(Request(.get, "http://localhost:8080/posts"))
/// ```
public final class CurlTransport: Transport {
  /// What holds for every request of a transport.
  public struct Configuration: Sendable {
    /// Whom to trust.
    public enum Trust: Sendable, Hashable {
      /// The certificate authorities of the system.
      case system
      /// Only the authorities in a PEM file.
      case authorities(URL)
    }

    /// Which proxy to use.
    public enum Proxy: Sendable, Hashable {
      /// What `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say.
      case environment
      /// None.
      case none
      /// This one, such as `http://proxy:3128`.
      case url(String)
    }

    /// Whom to trust; the system's authorities by default.
    public var trust = Trust.system
    /// The hash of the server's public key, as `sha256//BASE64`; several are separated by `;`.
    public var pinnedPublicKey: String?
    /// The proxy; by default what the environment says.
    public var proxy = Proxy.environment
    /// Most connections to one host, 64 by default.
    ///
    /// Requests beyond them wait.
    public var connectionsPerHost = 64
    /// What holds when a request does not say.
    public var timeouts = Timeouts.standard
    /// What holds when a request does not say.
    public var limits = Limits.standard

    /// Makes the default configuration.
    public init() {}
  }

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
    guard !Task.isCancelled else { throw .cancelled }
    return try await begin(request).stream()
  }

  /// Sends a request for which no task has to wait.
  func begin(_ request: Request) throws(NetworkError) -> CurlBody {
    let transfer = try CurlTransfer(request, configuration: configuration)
    let body = CurlBody(transfer: transfer, transport: self, loop: loop)
    loop.send(.start(transfer))
    return body
  }

  /// How many transfers have a handle at this moment; for tests that look for leaks.
  public var activeTransfers: Int { loop.activeTransfers }
}
