import Synchronization

/// Questions to a tree, with their answers: another tree with the same answers has the same results.
///
/// `SourceTree.traced(by:)` returns a tree that writes it. A file's answer is the name of its content,
/// so that a comparison reads no file. A file without such a name makes the trace incomplete, and then
/// no result may be reused.
package final class TreeTrace: Sendable {
  /// Something that a tree was asked.
  package enum Question: Hashable, Sendable {
    case name, address, host, forge, links, submodules
    case paths
    case content(String)
    case contains(String)
    case holdsFolder(String)
    case files(in: String)
    case folders(in: String)
    case filesBelow(String)
    case foldersBelow(String)
  }

  /// The answer of a tree.
  package enum Answer: Hashable, Sendable {
    case text(String?)
    case flag(Bool)
    case list([String])
    case map([String: String])
  }

  /// A question with its answer.
  package struct Fact: Hashable, Sendable {
    /// The question to the tree.
    package var question: Question
    /// What the tree answered.
    package var answer: Answer
  }

  private struct State {
    var facts: [Fact] = []
    var asked: Set<Question> = []
    var isComplete = true
  }

  private let state = Mutex(State())

  /// Creates an empty trace.
  package init() {}

  /// The facts until now, in order; nil if the trace is incomplete.
  package var facts: [Fact]? { state.withLock { $0.isComplete ? $0.facts : nil } }

  /// Adds an answer.
  func note(_ question: Question, _ answer: @autoclosure () -> Answer) {
    state.withLock { state in
      guard state.asked.insert(question).inserted else { return }
      state.facts.append(Fact(question: question, answer: answer()))
    }
  }

  /// Adds the content of a file by its name.
  func note(content name: String?, of path: String) {
    guard let name else { return makeIncomplete() }
    note(.content(path), .text(name))
  }

  /// Marks that something was read which can't be compared.
  func makeIncomplete() { state.withLock { $0.isComplete = false } }
}

extension TreeTrace.Fact {
  /// Whether a tree answers the same.
  func holds(in tree: SourceTree) -> Bool {
    if case .content(let path) = question {
      guard case .text(let name?) = answer else { return false }
      return tree.contentName(path) == name
    }
    return tree.answer(to: question) == answer
  }

  /// The approximate number of bytes in memory.
  var size: Int {
    switch answer {
    case .text, .flag: 200
    case .list(let list): 200 + 64 * list.count
    case .map(let map): 200 + 128 * map.count
    }
  }
}

extension SourceTree {
  /// Answers a question as its property or method would.
  fileprivate func answer(to question: TreeTrace.Question) -> TreeTrace.Answer {
    switch question {
    case .name: .text(name)
    case .address: .text(address)
    case .host: .text(host)
    case .forge: .text(forge)
    case .links: .list(links.sorted())
    case .submodules: .map(submodules)
    case .paths: .list(listing.paths)
    case .content(let path): .text(contentName(path))
    case .contains(let path): .flag(listing.contains(path))
    case .holdsFolder(let path): .flag(listing.holdsFolder(path))
    case .files(in: let folder): .list(listing.files(in: folder))
    case .folders(in: let folder): .list(listing.folders(in: folder))
    case .filesBelow(let folder): .list(listing.files(below: folder))
    case .foldersBelow(let folder): .list(listing.folders(below: folder))
    }
  }
}
