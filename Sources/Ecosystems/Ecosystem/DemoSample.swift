/// A repository that `martlet demo` shows, with the registries and git servers that it depends on.
package struct DemoSample: Sendable {
  /// The name of the repository.
  package var name: String
  /// An introduction that ends with a question.
  package var plot: String
  /// The URL prefix of `libraries`: `https://git.example.com/birds/`.
  package var origin: String
  /// Git repositories that it depends on, by name; their URLs end in `.git`.
  package var libraries: [String: [Release]]
  /// Responses of registries and forges, by URL without its query.
  package var pages: [String: String]
  /// The updates whose impact is shown: `perch@2.0.0`.
  package var impacts: [String] = []
  /// Returns the files by path, given the commits of the libraries' releases.
  package var files: @Sendable (Commits) -> [String: String]

  /// A commit of a library with a tag.
  package struct Release: Hashable, Sendable {
    /// The tag.
    package var tag: String
    /// The files by path; files of earlier releases remain.
    package var files: [String: String]

    /// Creates a release.
    package init(_ tag: String, files: [String: String]) {
      self.tag = tag
      self.files = files
    }
  }

  /// Commits by library and tag.
  package struct Commits: Hashable, Sendable {
    private var names: [String: [String: String]] = [:]

    /// Creates an empty table.
    package init() {}

    /// The hexadecimal name of a release's commit; empty if there is no such release.
    package subscript(library: String, tag: String) -> String {
      get { names[library]?[tag] ?? "" }
      set { names[library, default: [:]][tag] = newValue }
    }
  }

  /// Creates a sample, by default without libraries and pages.
  package init(
    name: String, plot: String, origin: String = "", libraries: [String: [Release]] = [:],
    pages: [String: String] = [:], files: @escaping @Sendable (Commits) -> [String: String]
  ) {
    self.name = name
    self.plot = plot
    self.origin = origin
    self.libraries = libraries
    self.pages = pages
    self.files = files
  }
}
