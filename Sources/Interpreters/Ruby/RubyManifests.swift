package import Ecosystem
package import Text

/// Evaluates the manifests of a repository, and reads the files that they need.
///
/// An evaluation that needs a file ends with `RubyStop.needs`; it is repeated once the file was read.
///
///     var manifests = RubyManifests(tree, form: "Bundler's declarative form")
///     let gemfile = try await manifests.evaluate { files throws(RubyStop) in … }
package struct RubyManifests: Sendable {
  /// The files of the repository.
  package let listing: TreeListing
  private let tree: SourceTree
  private var texts: [String: SourceText?] = [:]
  private let form: String

  /// The maximal number of files that manifests read.
  private static let fileLimit = 200

  /// Prepares evaluations in a tree.
  ///
  /// - Parameters:
  ///   - tree: contains the manifests.
  ///   - form: what manifests should be written in, for the advice of refusals.
  ///   - generated: a manifest that isn't in the tree, nor visible to the others; nil without one.
  package init(_ tree: SourceTree, form: String, generated: SourceText? = nil) {
    self.tree = tree
    self.form = form
    listing = tree.listing
    if let generated { texts[generated.file] = .some(generated) }
  }

  /// Returns a file that was read during an evaluation.
  package func text(_ path: String) -> SourceText? { texts[path]?.flatMap(\.self) }

  /// Evaluates manifests, repeatedly until all needed files were read.
  ///
  /// - Throws: a refusal with the place of a construct that isn't evaluated, or the problem of a file
  ///   that can't be read.
  package mutating func evaluate<Value>(
    _ step: (RubyFiles) throws(RubyStop) -> Value
  ) async throws(Problem) -> Value {
    for _ in 0..<Self.fileLimit {
      do throws(RubyStop) {
        return try step(RubyFiles(listing: listing, texts: texts))
      } catch {
        guard case .needs(let path) = error else {
          throw Problem(error, form: form) { self.text($0) }
        }
        texts[path] = .some(try await tree.read(path))
      }
    }
    throw Problem(.refused, "reads more than \(Self.fileLimit) files")
  }
}

extension Problem {
  /// Converts the end of an evaluation to a refusal with its location.
  ///
  /// - Parameters:
  ///   - stop: why the evaluation ended; not that it needs a file.
  ///   - form: what the manifest should be written in, for the advice.
  ///   - text: returns the text of a file that was evaluated.
  package init(_ stop: RubyStop, form: String, text: (String) -> SourceText?) {
    guard case .refused(let message, let file, let range) = stop else {
      self.init(.refused, "leaves a block outside of a block")
      return
    }
    let text = text(file)
    let location = text.map { $0.location(at: range.lowerBound) }
    let line = text.map { String($0[range.clamped(to: 0..<$0.bytes.count)].prefix(80)) }
    self.init(
      .refused, message, subject: line?.split(whereSeparator: \.isNewline).first.map(String.init),
      at: location, advice: "write this part of \(file) in \(form)")
  }
}
