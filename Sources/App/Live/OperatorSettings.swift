import Arguments
import Configuration
import Ecosystem
import FileAccess
import FoundationEssentials
import Text

extension OperatorFile {
  /// Reads the configuration of `path(for:)`; returns the defaults without one.
  static func named(
    by invocation: Invocation, warn: (String) -> Void
  ) throws(Problem) -> OperatorFile? {
    guard let path = path(for: invocation) else { return nil }
    let decoded = read(try source(path), ecosystems: servedEcosystems, placeholders: .live)
    for finding in decoded.findings where finding.severity != .error { warn("\(finding)") }
    if let value = decoded.value { return value }
    throw Problem(configuration: decoded.findings)
  }

  /// Returns the path of the operator's file: that of `--config`, else that of `MARTLET_CONFIG`, else the
  /// first file that exists in a default place; nil without one.
  ///
  /// The working tree is not searched, because a repository must not choose where credentials are
  /// sent. The machine's file is for the commands of the service: other users may not read its secrets.
  static func path(for invocation: Invocation) -> String? {
    if let path = invocation.value("config") { return path }
    if let path = environment("MARTLET_CONFIG"), !path.isEmpty { return path }
    let isService = ["run", "serve", "doctor", "state"].contains(invocation.path.first ?? "")
    return (isService ? [userPath, machinePath] : [userPath]).compactMap(\.self)
      .first(where: FileManager.default.fileExists(atPath:))
  }

  /// The file of this user: `~/.config/martlet/martlet.yml`.
  private static var userPath: String? {
    let folder = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let own = folder ?? environment("HOME").map { $0 + "/.config" }
    return own.map { $0 + "/martlet/martlet.yml" }
  }

  private static let machinePath = "/etc/martlet/martlet.yml"

  /// Throws a problem that names the default places if a command has no operator's file.
  static func require(for invocation: Invocation) throws(Problem) {
    guard path(for: invocation) == nil else { return }
    throw Problem(
      .usage, "--config FILE is missing, and there is no operator's file in a default place",
      advice: "name it with --config or MARTLET_CONFIG, or write "
        + [userPath, machinePath].compactMap(\.self).joined(separator: " or ")
        + "; config/martlet.sample.yml shows one.")
  }

  /// Reads a configuration file up to a size limit.
  static func source(_ path: String) throws(Problem) -> SourceText {
    do throws(FileError) {
      return SourceText(file: path, bytes: try readFile(path, limit: 4 << 20))
    } catch {
      switch error {
      case .tooLarge: throw Problem(.usage, "is larger than 4 MiB", subject: path)
      case .systemError(let why): throw Problem(.usage, "cannot be read: \(why)", subject: path)
      }
    }
  }
}

extension Placeholders {
  /// The variables and files of this machine that exist.
  static let here = Placeholders.available(
    environment: { environment($0) },
    file: { path in
      (try? readFile(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
    })

  /// The environment variables and files of this machine.
  static let live = Placeholders.resolved(
    environment: { environment($0) },
    file: { path in
      (try? readFile(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
    })
}

extension Problem {
  /// Combines the errors of a configuration file; the first one is the message, the others follow.
  init(configuration findings: [Finding]) {
    let errors = findings.filter { $0.severity == .error }
    self.init(
      .usage, errors.first?.message ?? "the file is empty", at: errors.first?.location,
      explanation: errors.dropFirst().map(\.description))
  }
}
