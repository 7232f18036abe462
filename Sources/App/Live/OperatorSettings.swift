import Arguments
import Configuration
import Ecosystem
import FileAccess
import Text

extension OperatorFile {
  /// Reads the configuration named by the arguments or `MARTLET_CONFIG`; returns the defaults
  /// without one.
  ///
  /// The working tree is not searched, because a repository must not choose where credentials are
  /// sent.
  static func named(
    by invocation: Invocation, warn: (String) -> Void
  ) throws(Problem) -> OperatorFile? {
    guard let path = invocation.value("config") ?? environment("MARTLET_CONFIG") else { return nil }
    let decoded = read(try source(path), ecosystems: servedEcosystems, placeholders: .live)
    for finding in decoded.findings where finding.severity != .error { warn("\(finding)") }
    if let value = decoded.value { return value }
    throw Problem(configuration: decoded.findings)
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
