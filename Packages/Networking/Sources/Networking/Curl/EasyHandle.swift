import CCurl
import CCurlShim

/// A libcurl easy handle with its error buffer, for one transfer.
///
/// Handles are not reused: before 8.1.1, libcurl kept a pointer into the freed headers of the last response, and a
/// folded first header line made it follow that pointer. Connections outlive their handles.
@safe final class EasyHandle {
  let handle: UnsafeMutableRawPointer
  private let message: UnsafeMutablePointer<CChar>
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// The transfer that receives the handle's callbacks.
  var transfer: CurlTransfer?
  /// The first refusal of an option by libcurl.
  private(set) var refusal: NetworkError?

  init?() {
    guard let handle = unsafe curl_easy_init() else { return nil }
    unsafe self.handle = unsafe handle
    unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    unsafe set(CURLOPT_ERRORBUFFER, pointer: message)
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    unsafe curl_slist_free_all(headers)
    unsafe message.deallocate()
  }

  /// libcurl's description of the failure.
  var detail: String {
    unsafe String(cString: message)
  }

  func setHeaders(_ lines: [String]) {
    for line in lines { unsafe headers = curl_slist_append(headers, line) }
    unsafe set(CURLOPT_HTTPHEADER, pointer: headers)
  }

  func set(_ option: CURLoption, _ value: Int) {
    unsafe note(curl_shim_set_long(handle, option, value), option)
  }

  /// Sets an option that libcurl may refuse, because the request is equally safe without it.
  func prefer(_ option: CURLoption, _ value: Int) {
    unsafe curl_shim_set_long(handle, option, value)
  }

  func set(_ option: CURLoption, offset value: Int64) {
    unsafe note(curl_shim_set_offset(handle, option, value), option)
  }

  func set(_ option: CURLoption, _ value: String) {
    let result = unsafe value.withCString { unsafe curl_shim_set_string(handle, option, $0) }
    note(result, option)
  }

  /// Removes libcurl's default path; a libcurl without the option has none.
  func removePath(_ option: CURLoption) {
    let result = unsafe curl_shim_set_string(handle, option, nil)
    if result != CURLE_NOT_BUILT_IN { note(result, option) }
  }

  func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) {
    unsafe note(curl_shim_set_pointer(handle, option, value), option)
  }

  /// Records that libcurl refused an option, without which the request must not be sent.
  func note(_ result: CURLcode, _ option: CURLoption) {
    guard result != CURLE_OK, refusal == nil else { return }
    let why = unsafe String(cString: curl_easy_strerror(result))
    refusal = NetworkError(
      .invalidRequest,
      "libcurl refuses a setting of the transport (option \(option.rawValue)); nothing was sent. Check pins, authorities and proxy.",
      cause: CurlFailure(code: Int(result.rawValue), detail: why))
  }
}
