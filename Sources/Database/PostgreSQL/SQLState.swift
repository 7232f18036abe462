extension DatabaseError.Code {
  /// Maps a PostgreSQL error code.
  ///
  /// Its first two characters are the class.
  init(sqlState: String) {
    switch sqlState {
    case "25P03", "57P01", "57P02", "57P03", "57P05": self = .unreachable
    case "40001", "40P01": self = .conflict
    case "53300", "55P03": self = .busy
    case "57014": self = .timedOut
    // The number of parameters is wrong.
    case "08P01": self = .misuse
    case "25006": self = .readOnly
    case "42501": self = .cannotOpen
    case "53100": self = .full
    default: self.init(sqlStateClass: sqlState.prefix(2))
    }
  }

  private init(sqlStateClass: Substring) {
    switch sqlStateClass {
    case "08": self = .unreachable
    case "23": self = .constraint
    case "28", "3D": self = .cannotOpen
    case "22", "25", "26", "34", "42": self = .misuse
    case "58": self = .inputOutput
    case "XX": self = .corrupt
    default: self = .other
    }
  }
}
