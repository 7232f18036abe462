/// The uses of types between the folders of a module.
package struct FolderGraph: Sendable {
  /// A use of another folder's types.
  package struct Arrow: Hashable, Sendable {
    /// The folder of the user; empty for the module's own folder.
    package var from: String
    /// The folder that declares the type; empty for the module's own folder.
    package var to: String
    /// A declared type.
    package var type: String
    /// The path of the file that uses it.
    package var file: String
  }

  /// The folders directly below the module's own; empty for the module's own.
  package var folders: Set<String>
  /// All uses of types of other folders, sorted by file.
  package var arrows: [Arrow]

  /// Finds the types that a module's files declare at the top level, and their uses.
  ///
  /// - Parameters:
  ///   - files: the files of the module.
  ///   - folder: the path of the module's folder.
  package init(_ files: [SourceFile], below folder: String) {
    let located = files.map { (folder: Self.folder(of: $0.path, below: folder), file: $0) }
    folders = Set(located.map(\.folder))
    let homes = Dictionary(
      located.flatMap { located in located.file.declaredTypes.map { ($0, located.folder) } }
    ) { first, _ in first }
    arrows = located.flatMap { from, file in
      file.usedTypes.sorted().compactMap { type in
        guard let to = homes[type], to != from else { return nil }
        return Arrow(from: from, to: to, type: type, file: file.path)
      }
    }
  }

  private static func folder(of path: String, below root: String) -> String {
    let rest = path.dropFirst(root.count + 1)
    let steps = rest.utf8.split(separator: UInt8(ascii: "/"))
    return steps.count > 1 ? String(Substring(steps[0])) : ""
  }
}

extension SourceFile {
  /// The types declared at the top level that other files can use.
  var declaredTypes: [String] {
    lines.compactMap { line in
      guard line.first?.isLetter ?? false else { return nil }
      let words = line.split(whereSeparator: { " :<{".contains($0) })
      guard let index = words.firstIndex(where: { kinds.contains($0) }), index + 1 < words.count,
        words[..<index].allSatisfy({ typeModifiers.contains($0) })
      else { return nil }
      return String(words[index + 1])
    }
  }

  /// The capitalised identifiers in code.
  var usedTypes: Set<String> {
    var found: Set<String> = []
    for line in lines {
      let code = withoutText(line)
      for word in code.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
      where word.first?.isUppercase ?? false {
        found.insert(String(word))
      }
    }
    return found
  }
}

private let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "typealias"]
private let typeModifiers: Set<Substring> = ["package", "final", "indirect"]
