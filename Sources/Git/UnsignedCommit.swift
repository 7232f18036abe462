/// A commit with one parent in git's own format, before it is signed.
///
/// Author and committer are the same.
package struct UnsignedCommit: Hashable, Sendable {
  /// The object name of the root folder.
  package var tree: String
  /// 40 hexadecimal digits.
  package var parent: String
  /// The complete message.
  package var message: String
  /// The author and committer; characters that the format doesn't allow were left out.
  package let author: Signature

  /// Creates a commit.
  package init(tree: String, parent: String, message: String, author: Signature) {
    let plain = { (text: String) in
      String(text.filter { !"<>\n\0".contains($0) }.drop { $0 == " " })
    }
    self.tree = tree
    self.parent = parent
    self.message = message
    self.author = Signature(
      name: plain(author.name), email: plain(author.email), seconds: author.seconds)
  }

  /// What a signature is made of.
  package var bytes: [UInt8] { Array((head + "\n" + message).utf8) }

  /// Returns the commit with a signature, which git stores in a header of several lines.
  package func signed(by signature: String) -> [UInt8] {
    let lines = signature.split(separator: "\n", omittingEmptySubsequences: false)
    let trimmed = lines.last == "" ? lines.dropLast() : lines[...]
    return Array("\(head)gpgsig \(trimmed.joined(separator: "\n "))\n\n\(message)".utf8)
  }

  private var head: String {
    let person = "\(author.name) <\(author.email)> \(author.seconds) +0000"
    return "tree \(tree)\nparent \(parent)\nauthor \(person)\ncommitter \(person)\n"
  }
}
