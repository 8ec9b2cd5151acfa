import CCurl
import CCurlShim
import Foundation

extension CurlTransfer {
  /// Writes the request into a handle that was just reset.
  func configure(_ easy: EasyHandle) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe easy.set(CURLOPT_PRIVATE, pointer: context)
    easy.set(CURLOPT_URL, urlText)
    easy.set(CURLOPT_NOSIGNAL, 1)
    easy.set(CURLOPT_PATH_AS_IS, 1)
    // Who asks for an encoding of their own gets the bytes as they come.
    if request.headers["Accept-Encoding"] == nil { easy.set(CURLOPT_ACCEPT_ENCODING, "") }
    easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    easy.set(CURLOPT_PIPEWAIT, 1)
    unsafe curl_shim_allow_only_http(easy.handle)
    unsafe curl_shim_do_not_wait_for_resolver(easy.handle)
    if let connect = timeouts.connect {
      easy.set(CURLOPT_CONNECTTIMEOUT_MS, Swift.max(1, connect.milliseconds))
    }
    configureTrust(easy)
    configureMethod(easy)
    let list = HeaderList(headerLines)
    self.list = list
    unsafe curl_shim_set_list(easy.handle, CURLOPT_HTTPHEADER, list.head)

    unsafe easy.set(CURLOPT_HEADERDATA, pointer: context)
    unsafe curl_shim_set_data_callback(easy.handle, CURLOPT_HEADERFUNCTION) {
      guard let data = unsafe $0, let transfer = unsafe CurlTransfer.from($3) else { return 0 }
      let count = $1 * $2
      let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count)
      return unsafe transfer.receiveHeader(bytes) ? count : 0
    }
    unsafe easy.set(CURLOPT_WRITEDATA, pointer: context)
    unsafe curl_shim_set_data_callback(easy.handle, CURLOPT_WRITEFUNCTION) {
      guard let data = unsafe $0, let transfer = unsafe CurlTransfer.from($3) else { return 0 }
      return unsafe transfer.receiveBody(UnsafeRawBufferPointer(start: data, count: $1 * $2))
    }
  }

  private func configureTrust(_ easy: EasyHandle) {
    if case .authorities(let file) = configuration.trust {
      easy.set(CURLOPT_CAINFO, file.path)
    }
    if let key = configuration.pinnedPublicKey {
      easy.set(CURLOPT_PINNEDPUBLICKEY, key)
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
      reader = BodyReader(request.body)
      easy.set(CURLOPT_POST, 1)
      easy.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: bodyLength)
      if method != .post { easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
      configureReading(easy)
    } else if method == .head {
      easy.set(CURLOPT_NOBODY, 1)
    } else if method != .get {
      easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    }
  }

  private func configureReading(_ easy: EasyHandle) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe easy.set(CURLOPT_READDATA, pointer: context)
    unsafe curl_shim_set_data_callback(easy.handle, CURLOPT_READFUNCTION) {
      guard let data = unsafe $0, let transfer = unsafe CurlTransfer.from($3) else {
        return Int(CURL_READFUNC_ABORT)
      }
      return unsafe transfer.readBody(
        into: UnsafeMutableRawBufferPointer(start: data, count: $1 * $2))
    }
    // libcurl starts over when a kept connection turns out to be closed.
    unsafe easy.set(CURLOPT_SEEKDATA, pointer: context)
    unsafe curl_shim_set_seek_callback(easy.handle) { context, offset, _ in
      guard offset == 0, let transfer = unsafe CurlTransfer.from(context) else {
        return CURL_SEEKFUNC_CANTSEEK
      }
      transfer.reader?.rewind()
      return CURL_SEEKFUNC_OK
    }
  }

  /// The transfer behind a callback's context; the loop keeps it alive while the handle is in use.
  static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
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
