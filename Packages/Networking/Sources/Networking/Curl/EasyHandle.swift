import CCurl
import CCurlShim

/// A libcurl easy handle with its error buffer; owned by the loop's driver and used again.
@safe final class EasyHandle {
  let handle: UnsafeMutableRawPointer
  private let message: UnsafeMutablePointer<CChar>
  /// The header lines of the last request, which are often those of the next.
  private var lines: [String] = []
  private var list: HeaderList?
  /// Whom the callbacks of the handle serve; set while it is in use.
  var transfer: CurlTransfer?
  /// Whether the last request was a `GET` without a body.
  var getsPlainly = false
  /// Whether libcurl asks for compressed bodies and decompresses them.
  var decodes = false

  init?() {
    guard let handle = unsafe curl_easy_init() else { return nil }
    unsafe self.handle = unsafe handle
    unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    unsafe set(CURLOPT_ERRORBUFFER, pointer: message)
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    unsafe message.deallocate()
  }

  /// What libcurl says of the last failure.
  var detail: String {
    unsafe String(cString: message)
  }

  /// Forgets the last failure.
  func clearDetail() {
    unsafe message.pointee = 0
  }

  /// Has libcurl send these header lines.
  func setHeaders(_ lines: [String]) {
    guard list == nil || lines != self.lines else { return }
    let list = HeaderList(lines)
    unsafe curl_shim_set_list(handle, CURLOPT_HTTPHEADER, list.head)
    self.lines = lines
    self.list = list
  }

  func set(_ option: CURLoption, _ value: Int) {
    unsafe curl_shim_set_long(handle, option, value)
  }

  func set(_ option: CURLoption, offset value: Int64) {
    unsafe curl_shim_set_offset(handle, option, value)
  }

  func set(_ option: CURLoption, _ value: String) {
    // A text passed as it is would be copied first.
    _ = unsafe value.withCString { unsafe curl_shim_set_string(handle, option, $0) }
  }

  /// Puts a text option back to libcurl's default.
  func unset(_ option: CURLoption) {
    unsafe curl_shim_set_string(handle, option, nil)
  }

  func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) {
    unsafe curl_shim_set_pointer(handle, option, value)
  }
}

/// A libcurl string list, freed with its last reference.
@safe private final class HeaderList {
  private(set) var head: UnsafeMutablePointer<curl_slist>?

  init(_ lines: [String]) {
    for line in lines {
      unsafe head = curl_slist_append(head, line)
    }
  }

  deinit {
    unsafe curl_slist_free_all(head)
  }
}
