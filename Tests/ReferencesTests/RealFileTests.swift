import Ecosystem
import FoundationEssentials
import Testing
import Text

@testable import References

/// A folder of files of public repositories, one folder each, which isn't part of this repository.
private let folder = ProcessInfo.processInfo.environment["MARTLET_REAL_FILES"]

/// What a kind found in its files.
private struct Count {
  var files = 0
  var repositories: Set<String> = []
  var references = 0
  var unread = 0
  var silent: [String] = []
  var errors: [String] = []

  var line: String {
    "\(files) files of \(repositories.count) repositories, \(references) read, \(unread) reported, "
      + "\(silent.count) without any, \(errors.count) errors"
  }
}

@Suite struct `Files of public repositories` {
  @Test(.enabled(if: folder != nil, "needs MARTLET_REAL_FILES: a folder of repositories"))
  func `are read without a crash, and what is edited is there`() throws {
    let root = folder ?? ""
    var counts: [String: Count] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root).sorted() {
      guard let slash = path.firstIndex(of: "/"),
        let data = try? Data(contentsOf: URL(filePath: "\(root)/\(path)"))
      else { continue }
      let inside = String(path[path.index(after: slash)...])
      for kind in ReferenceKind.all where kind.directory(inside) != nil {
        let source = SourceText(file: inside, bytes: Array(data))
        add(
          kind, source, of: String(path[..<slash]), to: &counts[kind.displayName, default: Count()])
      }
    }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      print("\(name): \(count.line)")
      for text in count.errors.prefix(20) { print("  error: \(text)") }
      for text in count.silent { print("  silent: \(text)") }
    }
  }

  @Test func `name images with variables, which are reported`() throws {
    let text = #"{"image": "mcr.microsoft.com/devcontainers/base:${templateOption:imageVariant}"}"#
    let source = SourceText(file: ".devcontainer/devcontainer.json", text)
    let file = try ReferenceKind.devContainers.parse(source, ReferenceKind.Host(nil))
    #expect(file.unread.map(\.problem.message) == ["has a variable"])
  }

  private func add(
    _ kind: ReferenceKind, _ source: SourceText, of repository: String, to count: inout Count
  ) {
    count.files += 1
    count.repositories.insert(repository)
    do throws(Problem) {
      let file = try kind.parse(source, ReferenceKind.Host("https://github.com"))
      let all =
        file.tags.map(\.range) + file.images.map(\.range) + file.listed.map(\.range)
      let tools = kind.id == .mint ? try Mintfile(source).entries : []
      let lines =
        file.tags.map { [$0.name, $0.reference] } + file.images.map { [$0.image.written, ""] }
        + file.listed.map { [$0.name, $0.current] }
        + tools.map { [$0.repository, $0.version ?? ""] }
      let path = "\(repository)/\(source.file)"
      for line in lines { show("found", kind, path, line) }
      for unread in file.unread + file.unreadTags {
        show("reported", kind, path, [unread.text, unread.problem.message])
      }
      count.references += lines.count
      count.unread += file.unread.count + file.unreadTags.count
      if lines.isEmpty, file.unread.isEmpty, file.unreadTags.isEmpty {
        count.silent.append("\(repository)/\(source.file)")
      }
      for range in all { #expect(range.upperBound <= source.bytes.count && !range.isEmpty) }
    } catch {
      count.errors.append("\(repository)/\(source.file): \(error.message)")
      show("error", kind, "\(repository)/\(source.file)", [error.message])
    }
  }

  /// Prints a line with tabs, for a comparison with another reading of the files.
  private func show(_ what: String, _ kind: ReferenceKind, _ path: String, _ texts: [String]) {
    print(([what, kind.id.rawValue, path] + texts).joined(separator: "\t"))
  }
}
