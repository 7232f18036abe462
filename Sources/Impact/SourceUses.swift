/// The names that a source file of the repository uses, without knowing their types.
package struct SourceUses: Hashable, Sendable {
  /// A use of a name in a source file.
  package struct Occurrence: Hashable, Sendable {
    /// The name without labels.
    package var name: String
    /// The line, from 1.
    package var line: Int
    /// The labels of a call, without trailing closures; nil if it isn't called here.
    package var labels: [String]?
    /// Whether it is a member of something: `.name`.
    package var isMember = false
    /// The name before the dot, if that is a plain name.
    package var qualifier: String?
    /// Whether the repository declares a function or property of this name here.
    package var isDeclaration = false

    /// Creates an occurrence.
    package init(_ name: String, line: Int) {
      self.name = name
      self.line = line
    }
  }

  /// A selection among the cases of an enumeration without a default.
  package struct Switch: Hashable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// The cases that are named.
    package var cases: Set<String>

    /// Creates a selection.
    package init(line: Int, cases: Set<String>) {
      self.line = line
      self.cases = cases
    }
  }

  /// The path of the file.
  package var file: String
  /// The modules that are imported.
  package var imports: Set<String> = []
  /// In the order of the file.
  package var occurrences: [Occurrence] = []
  /// The selections without a default.
  package var switches: [Switch] = []
  /// The names of types that are extended, inherited from or conformed to.
  package var inherited: Set<String> = []
  /// The names that the file declares itself.
  package var declared: Set<String> = []
  /// The full paths that the file tests for before it uses them.
  package var tested: Set<String> = []
  /// Whether the file uses names that it computes.
  package var isDynamic = false
  /// Why its uses aren't known, as the continuation of the file's name; nil if they are.
  package var gap: String?

  /// Creates the uses of a file that uses nothing.
  package init(file: String) {
    self.file = file
  }
}

/// How the sources of a repository use packages of an ecosystem.
package struct UseScanner: Sendable {
  /// The endings of source files, such as `.swift`.
  package var endings: [String]
  /// Whether names are found without knowing what they belong to, so that no use is certain.
  package var isByNameOnly = false
  /// Names that many types have, which alone say little.
  package var commonNames: Set<String> = []
  /// Whether any file can use a package without importing it.
  package var isImplicit = false
  /// Writes a declaration as its language does.
  package var title: @Sendable (Declaration) -> String = { $0.title }
  /// Reads a file; nil if it can't be read.
  package var scan: @Sendable (_ file: String, _ bytes: [UInt8]) -> SourceUses?

  /// Creates a scanner.
  package init(
    endings: [String], scan: @escaping @Sendable (_ file: String, _ bytes: [UInt8]) -> SourceUses?
  ) {
    self.endings = endings
    self.scan = scan
  }
}
