import CCurl
import CCurlShim
import HTTPTypes

extension CurlTransfer {
  private static let malformed = (
    NetworkError.Code.malformedResponse, "The server's answer is not valid HTTP. Fix the server."
  )

  static let lost = (
    NetworkError.Code.connectionLost, "The connection ended before the whole response was here."
  )

  /// Redacts libcurl's message: for an invalid proxy address, libcurl quotes the address with its password.
  private static func withoutProxy(_ detail: String) -> String {
    guard detail.contains("proxy"), let quote = detail.firstIndex(of: "'") else { return detail }
    return detail[..<quote] + Redactor.mark
  }

  /// Translates libcurl's result code for the caller; an error from our own callbacks takes precedence.
  func outcome(of result: CURLcode) -> Result<Void, NetworkError> {
    if let failure { return .failure(failure) }
    // libcurl ends a transfer without an error if its connection closes within a header line.
    guard result != CURLE_OK || head == nil else { return .success(()) }
    let address = request.host ?? ""
    let detail = Self.withoutProxy(easy?.detail ?? "")
    let refusal = easy?.proxyRefusal
    let (code, message): (NetworkError.Code, String) =
      switch result {
      case _ where refusal != nil:
        (
          .proxyRefused,
          "The proxy refused to connect to '\(address)' (status \(refusal?.code ?? 0)); check its rules and its name and password."
        )
      case CURLE_COULDNT_RESOLVE_HOST:
        (.hostNotFound, "'\(address)' has no address; check the name and the network.")
      case CURLE_COULDNT_RESOLVE_PROXY:
        (.cannotConnect, "The proxy has no address; check the proxy variables.")
      case CURLE_PROXY:
        (
          .cannotConnect,
          "The proxy would not connect to '\(address)'; check its rules and its name and password."
        )
      case CURLE_COULDNT_CONNECT:
        (.cannotConnect, "Cannot connect to '\(address)'; check that the server runs there.")
      case CURLE_OPERATION_TIMEDOUT:
        (
          .timedOut,
          "No connection to '\(address)' within \(timeouts.connect ?? .zero); check the address or raise timeouts.connect."
        )
      case CURLE_SSL_CONNECT_ERROR
      where avoidsHTTP2 && detail.contains("no application protocol"):
        (
          .invalidRequest,
          "The server at '\(address)' speaks only HTTP/2, over which libcurl before 8.7 cannot pause a body; update libcurl, or send the body from memory or a file by send()."
        )
      case CURLE_SSL_CERTPROBLEM:
        (
          .invalidRequest,
          "The transport's certificate or key for '\(address)' cannot be used; check both files and the password."
        )
      case CURLE_SSL_CACERT_BADFILE:
        (.invalidRequest, "The file of the transport's authorities cannot be read; check it.")
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER,
        CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
        (.untrustedServer, "The server at '\(address)' cannot be trusted.")
      // An invalid chunk size has the same code as a broken connection; only the message differs.
      case CURLE_RECV_ERROR where detail.contains("chunked-encoding"): Self.malformed
      case CURLE_OK, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING,
        CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_SEND_FAIL_REWIND:
        Self.lost
      case CURLE_OUT_OF_MEMORY:
        // libcurl also uses this code for a header line longer than its limit of 100 kB.
        (
          .tooLarge,
          "libcurl has no room for the answer: a header line is longer than 100 kB, or memory is short."
        )
      case CURLE_URL_MALFORMAT:
        (
          .invalidRequest,
          "'\(request.summary)' cannot be requested; use an http or https address."
        )
      // These include HTTP/0.9, a response without a head.
      default: Self.malformed
      }
    var error = NetworkError(
      code, message, cause: CurlFailure(code: Int(result.rawValue), detail: detail))
    error.proxyStatus = refusal
    return .failure(error)
  }
}

extension EasyHandle {
  /// The status with which a proxy refused a tunnel, or `nil`.
  fileprivate var proxyRefusal: HTTPResponse.Status? {
    let status = unsafe curl_shim_get_long(handle, CURLINFO_HTTP_CONNECTCODE)
    return (300...999).contains(status) ? HTTPResponse.Status(code: status) : nil
  }
}

/// libcurl's own description of a failure.
struct CurlFailure: Error, CustomStringConvertible {
  let code: Int
  let detail: String

  var description: String { "libcurl \(code): \(detail)" }
}
