import Foundation

/// The system's descriptions of failed calls: in English its own words, in Chinese translations of frequent errors.
extension Message {
  /// Returns the description of an `errno`.
  public static func system(_ code: Int32) -> Message {
    let english = unsafe String(cString: strerror(code))
    return Message("\(english)", "\(chinese[code] ?? english)", key: "systemError")
  }

  /// Creates the message of a file error from Foundation, or of another error in its own words.
  public init(ofSystem error: any Error) {
    let cause =
      ((error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error) as NSError
    if cause.domain == NSPOSIXErrorDomain, let code = Int32(exactly: cause.code) {
      self = .system(code)
    } else {
      self.init(verbatim: error.localizedDescription)
    }
  }

  private static let chinese: [Int32: String] = [
    EPERM: "不允许这样做", ENOENT: "没有这个文件或文件夹", EIO: "读写设备时出错", ENXIO: "没有这个设备",
    EBADF: "文件没有打开", EAGAIN: "资源暂时不可用", EACCES: "没有权限", EBUSY: "资源正被占用", EEXIST: "文件已存在",
    ENOTDIR: "路径中有一段不是文件夹", EISDIR: "这是文件夹", EINVAL: "参数无效", EMFILE: "打开的文件太多",
    ENFILE: "系统打开的文件太多", EFBIG: "文件太大", ENOSPC: "磁盘空间不足", EROFS: "文件系统是只读的", EPIPE: "管道已关闭",
    ENAMETOOLONG: "名字太长", ELOOP: "符号链接层数太多", EDQUOT: "超出磁盘配额", ETXTBSY: "程序文件正在运行",
    EADDRINUSE: "地址已被占用", EADDRNOTAVAIL: "本机没有这个地址", ENETUNREACH: "网络不可达", ECONNRESET: "连接被对方重置",
    ETIMEDOUT: "连接超时", ECONNREFUSED: "连接被拒绝", EHOSTUNREACH: "无法到达主机", ENOMEM: "内存不足",
    ENOEXEC: "不是可执行的程序",
  ]
}
