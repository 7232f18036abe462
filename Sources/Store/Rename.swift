import Database
package import Forges

extension StateStore {
  /// Gives a repository its new name, with all of its data.
  ///
  /// If the new name already has data, the data of the later visit is kept and the other is deleted:
  /// both describe one repository on the forge, and its first pass restored from there what it
  /// needs. The jobs of both are combined.
  package func rename(_ old: RepositoryID, to new: RepositoryName) async throws {
    try await perform(.rename(old, to: new)) { database in
      try await database.write { transaction in try transaction.rename(old, to: new) }
    }
  }
}

extension Transaction {
  /// Gives a repository its new name; nothing changes if the old name is unknown.
  borrowing func rename(_ old: RepositoryID, to new: RepositoryName) throws {
    guard old.name != new, let id = try knownID(of: old) else { return }
    let renamed = RepositoryID(forge: old.forge, name: new)
    if let present = try knownID(of: renamed) {
      let isOlder = try visitedAt(id) <= visitedAt(present)
      try merge(isOlder ? id : present, into: isOlder ? present : id)
      // The data of the new name is kept.
      if isOlder { return }
    }
    try execute("UPDATE repositories SET name = ? WHERE id = ?", new, id)
  }

  /// Deletes the data of a repository whose name another one has now, which gets its job.
  borrowing func forget(_ id: Int64, _ name: RepositoryID) throws {
    try execute("UPDATE repositories SET name = ? WHERE id = ?", RepositoryName.temporary(id), id)
    if try job(of: id) != nil {
      try execute(
        "UPDATE jobs SET repository_id = ? WHERE repository_id = ?", try self.id(of: name), id)
    }
    try execute("DELETE FROM repositories WHERE id = ?", id)
  }

  /// Deletes a row of a repository except for its identifier and its job, which another row gets.
  private borrowing func merge(_ dropped: Int64, into kept: Int64) throws {
    let identifier: String? = try execute(
      "SELECT identifier FROM repositories WHERE id = ?", dropped
    ).first.flatMap { row throws(DatabaseError) in try row["identifier"] }
    let (job, other) = (try self.job(of: dropped), try self.job(of: kept))
    if let job, other.map({ $0.isClaimed < job.isClaimed }) ?? true {
      try execute("DELETE FROM jobs WHERE repository_id = ?", kept)
      try execute("UPDATE jobs SET repository_id = ? WHERE repository_id = ?", kept, dropped)
      if let other { try enqueue(other.job, of: kept) }
    } else if let job {
      try enqueue(job.job, of: kept)
    }
    try execute("DELETE FROM repositories WHERE id = ?", dropped)
    try execute(
      "UPDATE repositories SET identifier = COALESCE(identifier, ?) WHERE id = ?", identifier, kept)
  }

  /// The time of the last visit; the epoch before the first one.
  private borrowing func visitedAt(_ id: Int64) throws(DatabaseError) -> Int64 {
    let rows = try execute(
      "SELECT COALESCE(visited_at, 0) AS visited_at FROM repositories WHERE id = ?", id)
    return try rows.first?["visited_at"] ?? 0
  }

  /// The job of a repository, and 1 if a worker has it.
  private borrowing func job(of id: Int64) throws -> (job: Job, isClaimed: Int)? {
    guard let row = try execute("\(select("jobs")) WHERE repository_id = ?", id).first else {
      return nil
    }
    let lease: Int64? = try row["lease"]
    return (try row.decode(), lease == nil ? 0 : 1)
  }
}

extension RepositoryName {
  /// A name that exists only within a transaction; no forge has an owner `~-`.
  static func temporary(_ id: Int64) -> RepositoryName? { RepositoryName("~-/\(id)") }
}
