internal import Foundation

/// Files with mode 0600, because a store may contain logins and responses of one user.
enum PrivateFile {
  /// Creates an empty file with mode 0600; returns false and changes nothing if a file or link exists.
  ///
  /// SQLite gives its log the mode of the file.
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
