import CCurl
import CCurlShim
import Foundation
import HTTPTypes

extension CurlTransfer {
  /// Applies the transport's settings and the request to an easy handle.
  func configure(_ easy: EasyHandle) {
    easy.set(CURLOPT_NOSIGNAL, 1)
    // A larger buffer than libcurl's 16 KiB gives large bodies in fewer pieces. Each transfer frees its buffer; freeing
    // 64 KiB or more makes glibc walk its whole heap, which costs a fifth of the time of a small request.
    easy.prefer(CURLOPT_BUFFERSIZE, 48 << 10)
    easy.set(CURLOPT_PATH_AS_IS, 1)
    easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    easy.note(unsafe curl_shim_allow_only_http(easy.handle), CURLOPT_PROTOCOLS)
    unsafe curl_shim_do_not_wait_for_resolver(easy.handle)
    configureTrust(easy)
    setCallbacks(easy)
    easy.set(CURLOPT_URL, addressText)
    if !Self.asksForIdentity(request), request.headers[.acceptEncoding] == nil {
      easy.set(CURLOPT_ACCEPT_ENCODING, "")
    }
    if avoidsHTTP2 {
      easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    } else {
      easy.prefer(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
      // A secure connection may negotiate HTTP/2 and carry several requests, which is known once it is established. A
      // plain connection never does, but libcurl would learn that only from its first response.
      easy.prefer(CURLOPT_PIPEWAIT, isSecure ? 1 : 0)
    }
    if wantsFreshConnection { easy.set(CURLOPT_FRESH_CONNECT, 1) }
    let connect = timeouts.connect ?? .zero
    easy.set(CURLOPT_CONNECTTIMEOUT_MS, Swift.max(1, connect.milliseconds))
    configureMethod(easy)
    easy.setHeaders(headerLines)
  }

  /// Whether the request must go over HTTP/1.1, in a loop without HTTP/2, because its body may pause.
  var avoidsHTTP2: Bool {
    isSecure && !CurlTransport.pausesHTTP2
      && (request.body.hasStream || request.gate != nil && !request.body.isEmpty)
  }

  private var isSecure: Bool { request.scheme?.lowercased() == "https" }

  private func configureTrust(_ easy: EasyHandle) {
    if isSecure { easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)) }
    if case .authorities(let file) = configuration.trust {
      easy.set(CURLOPT_CAINFO, file.path)
      // By default, libcurl also trusts the system's folder of authorities, and a proxy by the system's alone.
      easy.removePath(CURLOPT_CAPATH)
      easy.set(CURLOPT_PROXY_CAINFO, file.path)
      easy.removePath(CURLOPT_PROXY_CAPATH)
    }
    if isSecure, let identity = configuration.identity(for: request.host ?? "") {
      easy.set(CURLOPT_SSLCERT, identity.certificate.path)
      easy.set(CURLOPT_SSLKEY, identity.key.path)
      if let password = identity.password { easy.set(CURLOPT_KEYPASSWD, password) }
    }
    if let pins = configuration.pins(for: request.host ?? "") {
      easy.set(CURLOPT_PINNEDPUBLICKEY, pins)
    }
    switch configuration.proxy {
    case .environment: break
    case .none: easy.set(CURLOPT_PROXY, "")
    case .url(let url): easy.set(CURLOPT_PROXY, url)
    }
  }

  private func configureMethod(_ easy: EasyHandle) {
    let method = request.method
    if !request.body.isEmpty || method == .post {
      easy.set(CURLOPT_POST, 1)
      easy.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: reader.length ?? -1)
      if method != .post { easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
    } else if method == .head {
      easy.set(CURLOPT_NOBODY, 1)
    } else if method != .get {
      easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    }
  }

  private func setCallbacks(_ easy: EasyHandle) {
    let context = unsafe Unmanaged.passUnretained(easy).toOpaque()
    for option in [
      CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
    ] { unsafe easy.set(option, pointer: context) }
    unsafe curl_shim_set_data_callback(easy.handle, CURLOPT_HEADERFUNCTION) {
      guard let data = unsafe $0, let transfer = unsafe CurlTransfer.from($3) else { return 0 }
      let count = $1 * $2
      let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count)
      return unsafe transfer.receiveHeader(bytes) ? count : 0
    }
    unsafe curl_shim_set_data_callback(easy.handle, CURLOPT_WRITEFUNCTION) {
      guard let data = unsafe $0, let transfer = unsafe CurlTransfer.from($3) else { return 0 }
      return unsafe transfer.receiveBody(UnsafeRawBufferPointer(start: data, count: $1 * $2))
    }
    unsafe curl_shim_set_data_callback(easy.handle, CURLOPT_READFUNCTION) {
      guard let data = unsafe $0, let transfer = unsafe CurlTransfer.from($3) else {
        return Int(CURL_READFUNC_ABORT)
      }
      return unsafe transfer.readBody(
        into: UnsafeMutableRawBufferPointer(start: data, count: $1 * $2))
    }
    // libcurl rewinds the body when a reused connection turns out to be closed.
    unsafe curl_shim_set_seek_callback(easy.handle) { context, offset, _ in
      guard offset == 0, let transfer = unsafe CurlTransfer.from(context),
        !transfer.request.body.isSpent
      else { return CURL_SEEKFUNC_CANTSEEK }
      transfer.reader.rewind()
      return CURL_SEEKFUNC_OK
    }
    let result = unsafe curl_shim_ask_before_sending(
      easy.handle,
      { context, _, _, _, localPort in
        guard let transfer = unsafe CurlTransfer.from(context) else { return 1 }
        return transfer.maySend(fromPort: Int(localPort)) ? 0 : 1
      }, context)
    easy.note(result, CURLOPT_PREREQFUNCTION)
  }

  /// Returns the transfer behind a callback's context, which is the easy handle; the transfer keeps the handle alive.
  static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue().transfer
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded up; libcurl's maximum is `Int32.max`.
  var milliseconds: Int {
    Int(Swift.min((bounded / .milliseconds(1)).rounded(.up), Double(Int32.max)))
  }
}
