import CCurl
import CCurlShim
import Foundation

extension EasyHandle {
  /// Writes what is the same for every request of a transport.
  func configure(_ configuration: CurlTransport.Configuration) {
    set(CURLOPT_NOSIGNAL, 1)
    // Large bodies come in fewer pieces; libcurl asks for 16 KiB by default.
    set(CURLOPT_BUFFERSIZE, 64 << 10)
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    unsafe curl_shim_allow_only_http(handle)
    unsafe curl_shim_do_not_wait_for_resolver(handle)
    if case .authorities(let file) = configuration.trust { set(CURLOPT_CAINFO, file.path) }
    if let key = configuration.pinnedPublicKey { set(CURLOPT_PINNEDPUBLICKEY, key) }
    switch configuration.proxy {
    case .environment: break
    case .none: set(CURLOPT_PROXY, "")
    case .url(let url): set(CURLOPT_PROXY, url)
    }
    setCallbacks()
  }

  private func setCallbacks() {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe set(CURLOPT_PRIVATE, pointer: context)
    unsafe set(CURLOPT_HEADERDATA, pointer: context)
    unsafe set(CURLOPT_WRITEDATA, pointer: context)
    unsafe set(CURLOPT_READDATA, pointer: context)
    unsafe set(CURLOPT_SEEKDATA, pointer: context)
    unsafe curl_shim_set_data_callback(handle, CURLOPT_HEADERFUNCTION) {
      guard let data = unsafe $0, let transfer = unsafe CurlTransfer.from($3) else { return 0 }
      let count = $1 * $2
      let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count)
      return unsafe transfer.receiveHeader(bytes) ? count : 0
    }
    unsafe curl_shim_set_data_callback(handle, CURLOPT_WRITEFUNCTION) {
      guard let data = unsafe $0, let transfer = unsafe CurlTransfer.from($3) else { return 0 }
      return unsafe transfer.receiveBody(UnsafeRawBufferPointer(start: data, count: $1 * $2))
    }
    unsafe curl_shim_set_data_callback(handle, CURLOPT_READFUNCTION) {
      guard let data = unsafe $0, let transfer = unsafe CurlTransfer.from($3) else {
        return Int(CURL_READFUNC_ABORT)
      }
      return unsafe transfer.readBody(
        into: UnsafeMutableRawBufferPointer(start: data, count: $1 * $2))
    }
    // libcurl starts over when a kept connection turns out to be closed.
    unsafe curl_shim_set_seek_callback(handle) { context, offset, _ in
      guard offset == 0, let transfer = unsafe CurlTransfer.from(context) else {
        return CURL_SEEKFUNC_CANTSEEK
      }
      transfer.reader?.rewind()
      return CURL_SEEKFUNC_OK
    }
  }
}

extension CurlTransfer {
  /// Writes the request into a handle, over what the last request left in it.
  func configure(_ easy: EasyHandle) {
    easy.clearDetail()
    easy.set(CURLOPT_URL, address.text)
    // Who asks for an encoding of their own gets the bytes as they come.
    let decodes = request.headers["Accept-Encoding"] == nil
    if decodes != easy.decodes {
      easy.decodes = decodes
      if decodes {
        easy.set(CURLOPT_ACCEPT_ENCODING, "")
      } else {
        easy.unset(CURLOPT_ACCEPT_ENCODING)
      }
    }
    // A secure connection may turn out to be HTTP/2 and good for all; that is known once it stands.
    // A plain one only says so with its first answer, however late, and never does.
    easy.set(CURLOPT_PIPEWAIT, request.scheme?.lowercased() == "https" ? 1 : 0)
    let connect = timeouts.connect ?? .zero
    easy.set(CURLOPT_CONNECTTIMEOUT_MS, Swift.max(1, connect.milliseconds))
    configureMethod(easy)
    easy.setHeaders(headerLines)
  }

  private func configureMethod(_ easy: EasyHandle) {
    let method = request.method
    let isPlain = request.body.isEmpty && method == .get
    guard !isPlain || !easy.getsPlainly else { return }
    easy.getsPlainly = isPlain
    // Undoes the last request's choice, `HEAD` with its NOBODY included.
    easy.set(CURLOPT_HTTPGET, 1)
    easy.unset(CURLOPT_CUSTOMREQUEST)
    if !request.body.isEmpty || method == .post {
      reader = BodyReader(request.body)
      easy.set(CURLOPT_POST, 1)
      easy.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: bodyLength)
      if method != .post { easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
    } else if method == .head {
      easy.set(CURLOPT_NOBODY, 1)
    } else if method != .get {
      easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    }
  }

  /// The transfer behind a callback's context, which is its handle; the loop keeps that alive.
  static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue().transfer
  }
}

extension Duration {
  /// Whole milliseconds, rounded up.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
    let rounding: Int64 = 999_999_999_999_999
    return Int(seconds * 1000 + (attoseconds + rounding) / 1_000_000_000_000_000)
  }
}
