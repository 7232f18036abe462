import Forges
import Languages
import Store

extension CommandHandler {
  /// Saves a request to find what makes the checks of the pull request fail.
  ///
  /// The comment is answered when the search begins, or when it is known why it doesn't.
  func requestBisection(
    _ comment: Comment, _ author: String, _ thread: CommentThread
  ) async throws {
    guard let record = thread.record, record.state == .open else {
      return try await refuse(comment, thread, "This pull request is not open.", listing: false)
    }
    var split =
      try await store.splits(of: id).first { $0.key == record.key }
      ?? SplitRecord(repository: id, key: record.key)
    split.request = SplitRequest(comment: comment.id, author: author)
    // A person may ask again after the reason to give up is gone.
    if !split.isSearching { (split.obstacle, split.restart) = ("", nil) }
    try await store.save(split)
  }
}
