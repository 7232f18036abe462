import CGit2
import Libc
import Synchronization

/// Initializes the C library and converts its errors.
enum Library {
  /// Initializes the library on first use, without the git configuration of the user.
  static func start() {
    _ = started
  }

  private static let started: Bool = {
    git_libgit2_init()
    for level in [GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL] {
      _ = martlet_git_set_search_path(level.rawValue, "")
    }
    _ = martlet_git_set_search_path(GIT_CONFIG_LEVEL_PROGRAMDATA.rawValue, "")
    _ = martlet_git_set_user_agent("martlet")
    // The check protects against configuration that runs programs. This library runs none, and
    // container volumes often belong to another user.
    _ = martlet_git_set_owner_validation(0)
    _ = martlet_git_set_fsync(1)
    let isInUse = martlet_git_use_opener() == 0
    precondition(isInUse, "libgit2 cannot use this program's connections")
    return true
  }()

  /// Loads the trusted certificates for the library's own TLS, once.
  ///
  /// This is separate from `start` because it takes longer than most calls.
  ///
  /// - Parameter file: a PEM file; nil: `SSL_CERT_FILE` and `SSL_CERT_DIR` as OpenSSL uses them, or
  ///   otherwise Debian's default locations.
  static func trustCertificates(_ file: String?) {
    trusts.withLock { isDone in
      if isDone { return }
      isDone = true
      start()
      let file = file ?? variable("SSL_CERT_FILE")
      let folder = variable("SSL_CERT_DIR")
      if file != nil || folder != nil {
        _ = martlet_git_set_certificates(file, folder)
      } else if access(bundle, R_OK) == 0 {
        _ = martlet_git_set_certificates(bundle, nil)
      }
    }
  }

  private static let trusts = Mutex(false)
  private static let bundle = "/etc/ssl/certs/ca-certificates.crt"

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Throws an error if the result code is negative.
  static func check(_ result: Int32, subject: String) throws(GitError) {
    guard result < 0 else { return }
    throw error(result, subject: subject)
  }

  /// Returns the latest error of the library on this thread.
  static func error(_ result: Int32, subject: String) -> GitError {
    let last = git_error_last()
    let message = last.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? ""
    let family = last.map { git_error_t(rawValue: UInt32(bitPattern: $0.pointee.klass)) }
    return GitError(
      code(result, family: family, message: message), subject: subject, detail: message)
  }

  private static func code(_ result: Int32, family: git_error_t?, message: String) -> GitError.Code
  {
    switch git_error_code(rawValue: result) {
    case GIT_ENOTFOUND: .notFound
    case GIT_EAUTH, GIT_ECERTIFICATE: .unauthorized
    case GIT_EEXISTS, GIT_EMODIFIED, GIT_ELOCKED, GIT_ENONFASTFORWARD: .conflict
    case GIT_EINVALIDSPEC, GIT_EINVALID, GIT_EPEEL, GIT_EAMBIGUOUS: .invalid
    default: code(family: family, message: message)
    }
  }

  /// libgit2 reports the status codes of servers only in the message.
  private static func code(family: git_error_t?, message: String) -> GitError.Code {
    let isNetwork =
      family == GIT_ERROR_NET || family == GIT_ERROR_HTTP || family == GIT_ERROR_SSL
      || family == GIT_ERROR_SSH || family == GIT_ERROR_OS
    if message.hasSuffix("code: 404") || message.contains("not found") { return .notFound }
    if message.hasSuffix("code: 401") || message.hasSuffix("code: 403")
      || message.contains("authentication")
    {
      return .unauthorized
    }
    return isNetwork ? .unreachable : .other
  }
}
