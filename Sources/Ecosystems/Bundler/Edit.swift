import Ecosystem
import Ruby
import Text

/// The edits of manifests for a goal.
struct ManifestEdits {
  var files: [FileChange] = []
  /// Requirements before and after, by gem.
  var requirements: [String: Move.Edit] = [:]
  /// The same with the file of each, in the order of the edits.
  var edits: [RequirementEdit] = []

  mutating func add(_ edit: Move.Edit, of name: String, in file: String) {
    requirements[name] = edit
    edits.append(
      RequirementEdit(name: name, file: file, before: edit.before, after: edit.after))
  }

  /// Adds the edits of requirements to the moves of their gems.
  func annotate(_ moves: [Move]) -> [Move] {
    moves.map { move in
      var move = move
      move.requirement = requirements[move.name]
      return move
    }
  }
}

extension BundlerEcosystem {
  /// Edits requirements that exclude the versions of a goal, and evaluates the result.
  ///
  /// - Returns: the edits; `state` becomes that of the edited manifests.
  func edit(
    _ state: inout ProjectState, toward goal: Goal
  ) async throws(Problem) -> ManifestEdits {
    guard case .update(let targets, let options) = goal else { return ManifestEdits() }
    var edits = ManifestEdits()
    var replacements: [Replacement] = []
    for target in targets {
      guard let text = target.version, !state.isHead(text, of: target.name) else { continue }
      guard let version = GemVersion(text) else {
        throw Problem(.usage, "is not a version of a gem", subject: "\(target.name)@\(text)")
      }
      for declaration in declarations(of: target.name, state) {
        let edit = ClauseEdit(
          version: version, strategy: declaration.strategy(options, in: state))
        if let tag = try await moveTag(of: declaration, to: edit) {
          replacements.append(tag.replacement)
          edits.add(tag.edit, of: target.name, in: tag.replacement.file)
        }
        guard let found = try replace(declaration, edit, state) else { continue }
        replacements += found.replacements
        edits.add(
          found.edit, of: target.name,
          in: found.replacements.first?.file ?? declaration.location.file)
      }
    }
    guard !replacements.isEmpty else { return edits }
    // Several lines can use one text, such as that of a variable.
    var seen: Set<Replacement> = []
    try await apply(replacements.filter { seen.insert($0).inserted }, &state, &edits, targets)
    return edits
  }

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
  private func declarations(of name: String, _ state: ProjectState) -> [Declaration] {
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
  private func replace(
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

  /// Applies edits, evaluates the manifests again and checks that only the named gems changed.
  private func apply(
    _ replacements: [Replacement], _ state: inout ProjectState, _ edits: inout ManifestEdits,
    _ targets: [Goal.Target]
  ) async throws(Problem) {
    var texts: [String: SourceText] = [:]
    for file in Set(replacements.map(\.file)) {
      let before = try await state.tree.read(file)
      let after = try before.edited(by: replacements)
      texts[file] = after
      edits.files.append(FileChange(path: file, before: before.bytes, after: after.bytes))
    }
    let old = state
    state = try await ProjectState(
      old.project, in: old.tree.overlaying(texts), toolchain: toolchain, lock: old.lock)
    try proveOnly(Set(targets.map(\.name)), changed: old.gemfile, state.gemfile)
  }

  private func proveOnly(
    _ names: Set<String>, changed before: Gemfile, _ after: Gemfile
  ) throws(Problem) {
    func others(_ gemfile: Gemfile) -> [String] {
      gemfile.dependencies.filter { !names.contains($0.name) }.map {
        "\($0.dependency) \($0.source?.identifier ?? "") \($0.groups) \($0.platforms)"
      }
    }
    guard others(before) == others(after),
      before.dependencies.map(\.name) == after.dependencies.map(\.name)
    else {
      throw Problem(
        .failed, "would change other dependencies when edited", subject: before.files.first)
    }
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
