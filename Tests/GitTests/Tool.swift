import FoundationEssentials
import Glibc

/// The `git` of this machine, for what only it can make.
enum Tool {
  struct Failure: Error {
    var status: Int32
  }

  static var isInstalled: Bool { access("/usr/bin/git", X_OK) == 0 }

  static func git(_ arguments: [String]) throws {
    let all = ["/usr/bin/git", "-c", "user.name=n", "-c", "user.email=e@e"] + arguments
    var pointers = all.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var pid = pid_t()
    guard posix_spawn(&pid, "/usr/bin/git", nil, nil, &pointers, environ) == 0 else {
      throw Failure(status: -1)
    }
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    guard status == 0 else { throw Failure(status: status) }
  }
}
