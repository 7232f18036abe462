import Database

/// The schema that these tests speak about.
let birds = [
  Migration(
    """
    CREATE TABLE birds (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      weight REAL,
      photo BLOB,
      flies INTEGER NOT NULL DEFAULT 1
    );
    CREATE TABLE rings (bird INTEGER NOT NULL REFERENCES birds (id), code TEXT NOT NULL);
    """)
]

extension Connection {
  func add(_ names: String...) async throws {
    try await write { transaction in
      for name in names { try transaction.execute("INSERT INTO birds (name) VALUES (?)", name) }
    }
  }

  func names() async throws -> [String] {
    try await read { transaction in
      try transaction.execute("SELECT name FROM birds ORDER BY id").map { try $0["name"] }
    }
  }
}
