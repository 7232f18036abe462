package import SwiftSources
package import Text

/// Dependencies in code that is not run: the branches of `#if` and `if` that are not taken here.
extension ManifestReader {
  /// Finds every `.package(...)` that is not among those declared.
  ///
  /// What was asked for by a name that only that branch knows comes without a requirement; what
  /// names no location, or a folder, comes not at all.
  ///
  /// - Throws: `ManifestError` if the text isn't a manifest.
  package func alternatives(
    in text: SourceText, besides declared: [PackageDependency]
  ) throws(ManifestError) -> [PackageDependency] {
    let tokens = try Lexer.tokens(of: text.bytes)
    var calls = tokens.indices.dropFirst().filter { index in
      tokens[index].kind == .identifier("package") && tokens[index - 1].kind == .symbol(".")
        && index + 1 < tokens.count && tokens[index + 1].kind == .mark("(")
    }
    guard calls.count <= Extraction.dependencyLimit else {
      throw ManifestError(
        .refused, "names more than \(Extraction.dependencyLimit) packages", at: 0)
    }
    calls.removeAll { index in
      declared.contains { $0.range.contains(tokens[index].range.lowerBound) }
    }
    guard !calls.isEmpty else { return [] }
    let scope = Scope()
    defer { scope.dissolve() }
    let evaluation = try evaluate(text, in: scope)
    let mode = ManifestChoice.toolsVersion(of: text)
    let extraction = Extraction(tools: mode, text: text, evaluation: evaluation)
    var found: [PackageDependency] = []
    for index in calls {
      var one = try alternative(at: index - 1, of: tokens, in: scope, extraction)
      if one == nil { one = try bare(at: index + 2, of: tokens, evaluation) }
      guard let one else { continue }
      if case .path = one.source { continue }
      found.append(one)
    }
    return found
  }

  /// Evaluates a call in place, with the names of the file's top level.
  private func alternative(
    at index: Int, of tokens: [Token], in scope: Scope, _ extraction: Extraction
  ) throws(ManifestError) -> PackageDependency? {
    do throws(ManifestError) {
      let value = try extraction.evaluation.value(at: index, of: tokens, in: scope)
      guard
        let made = try extraction.evaluation.settled(value, as: "Package.Dependency").made
      else { return nil }
      return try extraction.dependency(made)
    } catch {
      // Only its location is asked for then, as far as the allowance goes.
      try extraction.evaluation.spend(steps: 1, on: "`.package`", at: tokens[index].range)
      return nil
    }
  }

  /// A call with only the location evaluated.
  private func bare(
    at index: Int, of tokens: [Token], _ evaluation: Evaluation
  ) throws(ManifestError) -> PackageDependency? {
    var depth = 1
    for position in index..<tokens.count {
      try evaluation.spend(steps: 1, on: "`.package`", at: tokens[index].range)
      switch tokens[position].kind {
      case .mark("("): depth += 1
      case .mark(")"): depth -= 1
      case .identifier("url"), .identifier("id"):
        guard position + 2 < tokens.count, case .string(let parts) = tokens[position + 2].kind,
          case .text(let location)? = parts.first, parts.count == 1
        else { return nil }
        let isURL = tokens[position].kind == .identifier("url")
        return PackageDependency(
          source: isURL ? .url(location) : .registry(location),
          range: tokens[index - 2].range.lowerBound..<tokens[position + 2].range.upperBound)
      default: break
      }
      if depth == 0 { return nil }
    }
    return nil
  }
}
