internal import Foundation

/// Files with the mode 0600, since a store keeps logins and responses that concern one user.
enum PrivateFile {
  /// Makes an empty file with the mode 0600; false when there is a file or a link already, which stays as it is.
  ///
  /// SQLite gives a log the mode of its file.
  @discardableResult
  static func create(at path: String) throws(StoreError) -> Bool {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor < 0 else {
      _ = Foundation.close(descriptor)
      return true
    }
    guard errno != EEXIST else { return false }
    let isFull = errno == ENOSPC || errno == EDQUOT
    let reason = unsafe String(cString: strerror(errno))
    throw StoreError(
      isFull ? .diskFull : .cannotOpen,
      "No file can be created at \(path): \(reason). Check the folder.")
  }
}
