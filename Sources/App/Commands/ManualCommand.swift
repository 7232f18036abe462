import Arguments
import Ecosystem
import FileAccess
import Libc
import JSON

extension Martlet {
  /// `martlet manual DIR`: writes the man pages.
  func writeManual(_ invocation: Invocation) throws(Problem) -> ExitCode {
    guard let folder = invocation.arguments.first else { throw Problem(.usage, "DIR is missing") }
    // Unlike the state, the pages are for everyone.
    umask(0o022)
    for page in try Self.manual() {
      try write(page, below: folder)
      terminal.out("man\(page.section)/\(page.fileName)\n")
    }
    return .done
  }

  /// `martlet config schema KIND`: prints the JSON Schema of a configuration file.
  func printSchema(_ invocation: Invocation) throws(Problem) -> ExitCode {
    switch invocation.arguments.first {
    case "operator": terminal.raw(ConfigurationSchema.operatorFile)
    case "repository": terminal.raw(try ConfigurationSchema.parsed().repositoryFile)
    default: throw Problem(.usage, "unknown kind of file; use operator or repository")
    }
    return .done
  }

  private static func manual() throws(Problem) -> [ManualPage] {
    let release = "martlet \(version)"
    let file = try ConfigurationSchema.parsed().page(release: release)
    return grammar.manualPages(
      release: release, exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) },
      others: [(file.name, file.section)]) + [file]
  }

  private func write(_ page: ManualPage, below folder: String) throws(Problem) {
    let path = "\(folder)/man\(page.section)/\(page.fileName)"
    do throws(FileError) {
      try createFolder("\(folder)/man\(page.section)")
      try replaceFile(path, with: Array(page.text.utf8), isDurable: false)
    } catch {
      throw Problem(.failed, "cannot be written: \(error)", subject: path)
    }
  }
}
