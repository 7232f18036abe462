import FoundationEssentials
import Git
import Libc

extension LocalForge {
  /// Every folder `OWNER/NAME.git` below the root; owners with several parts are not found.
  package func listing() async throws(ForgeError) -> RepositoryListing {
    try await run(subject: root) { () throws(ForgeError) in
      var found: [Repository] = []
      for owner in try Self.names(in: root) {
        for folder in try Self.names(in: "\(root)/\(owner)") where folder.hasSuffix(".git") {
          guard let name = RepositoryName("\(owner)/\(folder.dropLast(4))") else { continue }
          found.append(try LocalRoom(name, in: self).describe())
        }
      }
      return RepositoryListing(found)
    }
  }

  /// Lists a folder without hidden names; empty if the folder doesn't exist.
  static func names(in path: String) throws(ForgeError) -> [String] {
    var status = stat()
    let isMissing = stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
    if isMissing || status.st_mode & S_IFMT == S_IFREG { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      throw ForgeError(.unavailable, subject: path, detail: "the folder cannot be read")
    }
  }

  /// From the bare repository and its `settings.json`; without a `HEAD` file it is `.notFound`.
  package func repository(_ name: RepositoryName) async throws(ForgeError) -> Repository {
    try await work(name) { (room) throws(ForgeError) in try room.describe() }
  }

  /// `admin` for our account, else as in `settings.json`, else `read`, or `none` if it is private.
  package func permission(
    of login: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Permission {
    guard login != account.login else { return .admin }
    return try await work(repository) { (room) throws(ForgeError) in
      let settings = try room.settings()
      let word = settings.permissions?[login] ?? (settings.private == true ? "none" : "read")
      guard let permission = Permission(word: word) else {
        throw ForgeError(.malformed, subject: room.subject, detail: "no permission: \(word)")
      }
      return permission
    }
  }
}

extension LocalRoom {
  func describe() throws(ForgeError) -> Repository {
    let settings = try settings()
    let branch = try ForgeError.wrap { () throws(GitError) in try git.headBranch() }
    return Repository(
      name: name, defaultBranch: branch ?? "main", isArchived: settings.isArchived,
      isFork: settings.fork ?? false, isPrivate: settings.private ?? false,
      canPush: access(git.path, W_OK) == 0, hasIssues: settings.issues ?? true,
      allowsAutoMerge: false, webURL: "file://\(git.path)")
  }
}

extension Permission {
  /// Parses a permission of `settings.json`.
  fileprivate init?(word: String) {
    switch word {
    case "none": self = .none
    case "read": self = .read
    case "triage": self = .triage
    case "write": self = .write
    case "maintain": self = .maintain
    case "admin": self = .admin
    default: return nil
    }
  }
}
