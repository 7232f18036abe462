import Testing
import Time

@testable import Service

/// Parses a time such as `2024-03-31 01:30` in UTC into seconds since 1970.
func seconds(_ text: String) -> Int64 {
  let numbers = text.split { "-: ".contains($0) }.compactMap { Int($0) }
  let day = CivilDay(year: numbers[0], month: numbers[1], day: numbers[2])
  return Int64(day.number) * 86_400 + Int64(numbers[3] * 3_600 + numbers[4] * 60)
}

/// Builds a TZif file with the given changes and rule.
func zoneFile(
  first: Int = 0, changes: [(Int64, Int)] = [], rule: String = "", version: UInt8 = 50
) -> [UInt8] {
  func big(_ number: Int64, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> Int64(8 * (width - 1 - $0))) }
  }
  func header(_ counts: [Int64]) -> [UInt8] {
    Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
      + counts.flatMap { big($0, 4) }
  }
  let offsets = [first] + changes.map(\.1)
  let old: [UInt8] = header([0, 0, 0, 0, 1, 1]) + [0, 0, 0, 0, 0, 0] + [0]
  let new: [UInt8] =
    header([0, 0, 0, Int64(changes.count), Int64(offsets.count), 4])
    + changes.flatMap { big($0.0, 8) } + changes.indices.map { UInt8($0 + 1) }
    + offsets.flatMap { big(Int64($0), 4) + [0, 0] } + Array("UTC\0".utf8)
  return old + new + Array("\n\(rule)\n".utf8)
}

func zone(_ rule: String) throws -> ZoneRules { try ZoneRules(file: zoneFile(rule: rule)) }

@Suite struct `The rules of a time zone` {
  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-03-31 00:59", 3_600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-03-31 01:00", 7_200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-10-27 00:59", 7_200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-10-27 01:00", 3_600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2399-07-01 00:00", 7_200),
    ("EST5EDT,M3.2.0,M11.1.0", "2024-03-10 06:59", -18_000),
    ("EST5EDT,M3.2.0,M11.1.0", "2024-03-10 07:00", -14_400),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2024-01-01 00:00", 39_600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2024-07-01 00:00", 36_000),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2024-01-01 00:00", 0),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2024-07-01 00:00", 3_600),
    ("<+0330>-3:30", "2024-01-01 00:00", 12_600),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-07-01 00:00", -3_600),
    ("XXX3EDT4,0/0,J365/23", "2024-01-01 03:00", -14_400), ("UTC0", "2024-01-01 00:00", 0),
    ("XXX0YYY,J60/0,J61/0", "2024-03-01 12:00", 3_600),
    ("XXX0YYY,59/0,60/0", "2024-02-29 12:00", 3_600),
  ])
  func `a rule determines the offset`(rule: String, time: String, offset: Int) throws {
    #expect(try zone(rule).offset(at: seconds(time)) == offset)
  }

  @Test(arguments: [
    "", "C-1", "CET", "CET-25", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1X,M3.5.0,M10.5.0",
    "CET-1CEST,M3.5.0,M10.5.0/3 ", "CET-1CEST,M3.6.0,M10.5.0", "<CET-1", "CET-1CEST,J0,J1",
    "CET-1CEST,M3.5.0/168,M10.5.0", "CET99999999999999999999",
  ])
  func `an invalid rule is refused`(text: String) {
    #expect(PosixRule(text) == nil)
  }

  @Test func `local times occur once, twice or never`() throws {
    let berlin = try zone("CET-1CEST,M3.5.0,M10.5.0/3")
    let spring = seconds("2024-03-31 01:00")
    #expect(berlin.moment(showing: seconds("2024-03-31 01:59")) == .shown([spring - 60]))
    #expect(berlin.moment(showing: seconds("2024-03-31 02:00")) == .skipped(spring))
    #expect(berlin.moment(showing: seconds("2024-03-31 02:59")) == .skipped(spring))
    #expect(berlin.moment(showing: seconds("2024-03-31 03:00")) == .shown([spring]))
    let autumn = seconds("2024-10-27 00:00")
    #expect(
      berlin.moment(showing: seconds("2024-10-27 02:00")) == .shown([autumn, autumn + 3_600]))
    #expect(berlin.moment(showing: seconds("2024-10-27 03:00")) == .shown([autumn + 7_200]))
  }

  @Test func `a listed change takes precedence over the rule`() throws {
    let moved = seconds("2011-12-30 10:00")
    let file = zoneFile(first: -36_000, changes: [(moved, 50_400)], rule: "<+13>-13")
    let zone = try ZoneRules(file: file)
    #expect(zone.offset(at: moved - 1) == -36_000)
    #expect(zone.offset(at: moved) == 46_800)
    #expect(zone.moment(showing: seconds("2011-12-30 12:00")) == .skipped(moved))
  }

  @Test func `a file without changes and rule has a constant offset`() throws {
    let zone = try ZoneRules(file: zoneFile(first: 3_600))
    #expect(zone.offset(at: 0) == 3_600)
    #expect(zone.moment(showing: 3_600) == .shown([0]))
  }

  @Test func `invalid files are refused`() {
    let file = zoneFile(first: 0, changes: [(0, 3_600), (10, 0)], rule: "UTC0")
    for length in 0..<file.count {
      #expect(throws: ZoneFileError.self, "\(length)") {
        try ZoneRules(file: Array(file.prefix(length)))
      }
    }
    #expect(throws: ZoneFileError.unordered) {
      try ZoneRules(file: zoneFile(changes: [(10, 0), (10, 60)], rule: ""))
    }
    #expect(throws: ZoneFileError.notTZif) { try ZoneRules(file: zoneFile(version: 0)) }
    #expect(throws: ZoneFileError.malformed) { try ZoneRules(file: zoneFile(rule: "what")) }
    #expect(throws: ZoneFileError.malformed) { try ZoneRules(file: zoneFile(first: 100_000)) }
  }

  @Test func `damaged files are parsed or refused, and never crash`() {
    var state: UInt64 = 3
    let file = zoneFile(changes: [(0, 3_600), (1 << 40, 0)], rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    for _ in 0..<5_000 {
      var damaged = file
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        damaged[Int(state >> 33) % damaged.count] = UInt8(truncatingIfNeeded: state >> 20)
      }
      guard let zone = try? ZoneRules(file: damaged) else { continue }
      for time in [Int64(0), 1 << 31, -1 << 40, 1 << 40] {
        // Hours of rules have at most three digits, those of changes 32 bits.
        #expect(abs(zone.offset(at: time)) <= Int(Int32.max) + 1)
        if case .shown(let times) = zone.moment(showing: time) { #expect(times.count <= 2) }
      }
    }
  }
}

@Suite struct `The database of time zones` {
  @Test(arguments: [
    "", "../UTC", "Asia/../UTC", "/etc/passwd", "Asia//Tokyo", ".", "Asia/", "Äsia/Tokyo",
    "a\u{0}b",
    String(repeating: "a", count: 65),
  ])
  func `an invalid zone name does not read a file`(name: String) {
    let database = ZoneDatabase { _ in
      Issue.record("read a file")
      return nil
    }
    #expect(throws: ZoneError.unknown(name)) { try database.rules(of: name) }
  }

  @Test func `a zone is read from the file with its name`() throws {
    let database = ZoneDatabase { $0 == "Etc/GMT+1" ? zoneFile(rule: "<-01>1") : [1, 2, 3] }
    #expect(try database.rules(of: "Etc/GMT+1").offset(at: 0) == -3_600)
    #expect(try database.rules(of: "UTC") == .utc)
    #expect(throws: ZoneError.broken("Bad", .notTZif)) { try database.rules(of: "Bad") }
  }
}

@Suite(.enabled { await Python.isPresent }) struct `Comparison with Python's time zones` {
  @Test func `offsets of all zones agree with Python`() async throws {
    let script = """
      import zoneinfo, random
      from datetime import datetime, timezone, timedelta
      random.seed(4)
      epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
      for name in sorted(zoneinfo.available_timezones()):
        zone = zoneinfo.ZoneInfo(name)
        for _ in range(24):
          time = random.randrange(-1500000000, 5000000000)
          offset = (epoch + timedelta(seconds=time)).astimezone(zone).utcoffset()
          print(name, time, int(offset.total_seconds()))
      """
    let lines = try #require(await Python.lines(of: script))
    var zones: [Substring: ZoneRules] = [:]
    for line in lines {
      let zone = try zones[line[0]] ?? ZoneDatabase.system.rules(of: String(line[0]))
      zones[line[0]] = zone
      let time = try #require(Int64(line[1]))
      #expect(zone.offset(at: time) == Int(line[2]), "\(line)")
    }
    #expect(zones.count > 300)
  }

  @Test func `local times agree with Python`() async throws {
    let script = """
      import zoneinfo, random
      from datetime import datetime, timezone, timedelta
      random.seed(5)
      epoch = datetime(1970, 1, 1)
      for name in ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Europe/Dublin',
                   'Africa/Casablanca', 'Pacific/Apia', 'America/Sao_Paulo', 'Asia/Tehran',
                   'America/Nuuk', 'Antarctica/Troll', 'Asia/Tokyo', 'America/St_Johns']:
        zone = zoneinfo.ZoneInfo(name)
        for hour in range(24 * 365 * 2):
          local = datetime(2016, 1, 1) + timedelta(minutes=60 * hour + 30)
          times = []
          for fold in (0, 1):
            time = local.replace(tzinfo=zone, fold=fold).astimezone(timezone.utc)
            if time.astimezone(zone).replace(tzinfo=None) == local:
              times.append(int(time.timestamp()))
          if len(set(times)) != 1 or random.random() < 0.003:
            print(name, int((local - epoch).total_seconds()), *sorted(set(times)))
      """
    let lines = try #require(await Python.lines(of: script))
    var counts = [0, 0, 0]
    for line in lines {
      let zone = try ZoneDatabase.system.rules(of: String(line[0]))
      let moment = zone.moment(showing: try #require(Int64(line[1])))
      let times = line.dropFirst(2).compactMap { Int64($0) }
      counts[min(times.count, 2)] += 1
      if times.isEmpty {
        guard case .skipped = moment else {
          Issue.record("\(line): \(moment)")
          continue
        }
      } else {
        #expect(moment == .shown(times), "\(line)")
      }
    }
    #expect(counts.allSatisfy { $0 > 10 })
  }
}
