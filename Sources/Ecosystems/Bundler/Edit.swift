import Ecosystem
import Gems
import Ruby
import Text

/// Edits requirements in place, and checks the result.
extension BundlerProject {
  func reading(_ tree: SourceTree) async throws(Problem) -> BundlerProject {
    BundlerProject(
      ecosystem: ecosystem,
      state: try await ProjectState(
        project, in: tree, toolchain: ecosystem.toolchain, lock: state.lock))
  }

  func prove(_ plan: GemPlan, since before: BundlerProject) throws(Problem) {
    let names = Set(plan.targets.map(\.name))
    func others(_ gemfile: Gemfile) -> [String] {
      gemfile.dependencies.filter { !names.contains($0.name) }.map {
        "\($0.dependency) \($0.source?.identifier ?? "") \($0.groups) \($0.platforms)"
      }
    }
    let (old, new) = (before.state.gemfile, state.gemfile)
    guard others(old) == others(new),
      old.dependencies.map(\.name) == new.dependencies.map(\.name)
    else {
      throw Problem(
        .failed, "would change other dependencies when edited", subject: old.files.first)
    }
  }
}

extension BundlerEcosystem {
  /// A declaration of a gem in a manifest.
  struct Declaration {
    var dependency: GemDependency
    var clauses: [RubyString]
    var location: Location
    var source: GemSource?
    /// The tag if its own line pins it to one.
    var tag: RubyString?
    /// Whether it is a runtime dependency of a gemspec, which users of that gem inherit.
    var isRuntime = false

    /// Resolves `auto` as Dependabot does: widens runtime dependencies of a library, raises others.
    ///
    /// Pull requests to projects with a lock also raise requirements that accept the version.
    func strategy(_ options: UpdateOptions, in state: ProjectState) -> VersioningStrategy {
      guard options.strategy == .auto else { return options.strategy }
      if options.raises { return .increase }
      return isRuntime && state.isLibrary ? .widen : .auto
    }
  }

  /// Finds all declarations of a gem in the Gemfile and its gemspecs.
  func declarations(of name: String, _ state: ProjectState) -> [Declaration] {
    let lines = state.gemfile.dependencies.filter { $0.name == name }.map {
      Declaration(
        dependency: $0.dependency, clauses: $0.clauses, location: $0.location, source: $0.source,
        tag: $0.tag)
    }
    let runtime = state.gemspecs.flatMap { gemspec in
      let location = Location(file: gemspec.file, line: 1, column: 1)
      return gemspec.runtime.filter { $0.dependency.name == name }.map {
        Declaration(
          dependency: $0.dependency, clauses: $0.clauses, location: location, isRuntime: true)
      }
    }
    return lines + runtime
  }

  /// Returns the replacements for one declaration; nil if it stays unchanged.
  func replace(
    _ declaration: Declaration, _ edit: ClauseEdit, _ state: ProjectState
  ) throws(Problem) -> (replacements: [Replacement], edit: Move.Edit)? {
    let isOpen = declaration.dependency.requirement.accepts(edit.version)
    guard !isOpen || edit.strategy == .increase else { return nil }
    guard isOpen || edit.strategy != .lockfileOnly else {
      throw Problem(
        .unsolvable, "excludes \(edit.version), and only the lock may change",
        subject: declaration.dependency.locked, at: declaration.location)
    }
    var replacements: [Replacement] = []
    var texts: [String] = []
    for clause in declaration.clauses {
      guard let new = edit.rewrite(clause.text), new != [clause.text] else {
        texts.append(clause.text)
        continue
      }
      guard let literal = clause.literal else {
        throw computed(declaration)
      }
      texts += new
      let quote = try state.quote(before: literal, declaration)
      replacements.append(
        Replacement(
          file: literal.file, range: literal.range,
          text: new.joined(separator: "\(quote), \(quote)")))
    }
    guard GemRequirement(texts)?.accepts(edit.version) == true else {
      throw isOpen || declaration.clauses.isEmpty
        ? computed(declaration) : uneditable(declaration, edit)
    }
    guard !replacements.isEmpty else { return nil }
    let before = declaration.clauses.map(\.text).joined(separator: ", ")
    return (replacements, Move.Edit(before: before, after: texts.joined(separator: ", ")))
  }

  private func computed(_ declaration: Declaration) -> Problem {
    Problem(
      .refused, "has a requirement that is computed, not written as text",
      subject: declaration.dependency.name, at: declaration.location)
  }

  private func uneditable(_ declaration: Declaration, _ edit: ClauseEdit) -> Problem {
    Problem(
      .unsolvable, "excludes \(edit.version), and no edit in its style accepts it",
      subject: declaration.dependency.locked, at: declaration.location)
  }
}

extension ProjectState {
  /// Returns the quotation mark of a literal, for a second literal in the same style.
  func quote(
    before literal: RubyLiteral, _ declaration: BundlerEcosystem.Declaration
  ) throws(Problem) -> String {
    let text = reader.text(literal.file)
    let offset = literal.range.lowerBound - 1
    guard let text, offset >= 0, offset < text.bytes.count,
      text.bytes[offset] == UInt8(ascii: "\"") || text.bytes[offset] == UInt8(ascii: "'")
    else {
      throw Problem(
        .refused, "is written in a form that is not edited", subject: declaration.dependency.name,
        at: declaration.location)
    }
    return String(UnicodeScalar(text.bytes[offset]))
  }
}
