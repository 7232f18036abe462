import Impact
import JSON
import TestSupport
import Testing
import Text

@testable import JavaScript

/// What a package with these files offers; `package.json` names `index.d.ts` if it isn't given.
private func api(_ files: [String: String], of modules: Set<String> = ["kit"]) throws -> PublicAPI {
  let manifest = files["package.json"] ?? #"{"types": "index.d.ts"}"#
  let document = try Manifest.document(SourceText(file: "package.json", manifest))
  var package = ScriptPackage(
    name: "kit", files: files.mapValues { Array($0.utf8) }, manifest: document.root,
    limits: ScanLimits())
  return package.read(modules)
}

/// The declarations of `index.d.ts`, as `kind title -> result`.
private func interface(_ source: String) throws -> [String] {
  try api(["index.d.ts": source]).declarations.filter { $0.kind != .path }.map {
    "\($0.kind.rawValue) \($0.path)" + ($0.result.isEmpty ? "" : " -> \($0.result)")
  }
}

private func changes(_ before: String, _ after: String) throws -> [String] {
  APIComparison(from: try api(["index.d.ts": before]), to: try api(["index.d.ts": after]))
    .changes.map { "\($0.declaration.path) \($0.text)\($0.isUncertain ? "?" : "")" }
}

private func impact(
  _ before: [String: String], _ after: [String: String], _ source: String
) throws -> ImpactReport {
  let uses = try #require(UseScanner.javaScript.scan("app.ts", Array(source.utf8)))
  let comparison = APIComparison(from: try api(before), to: try api(after))
  return ImpactJudge(comparison, [uses], .javaScript).report(on: "kit", from: "1", to: "2")
}

@Suite struct `The impact of an npm package` {
  @Test(arguments: [
    "import * as birch from 'birch'\nbirch.old()\n",
    "const birch = require('birch')\nmodule.exports = birch\n",
    "import { helper } from './local'\nimport { readFileSync } from 'node:fs'\n",
    "import { gone } from '@x/kit'\n",
  ])
  func `doesn't depend on what the file imports from elsewhere`(others: String) throws {
    let before = ["index.d.ts": "export declare function run(): void\nexport declare const gone: 1"]
    let after = ["index.d.ts": "export declare function run(): void"]
    let report = try impact(before, after, "import { run } from 'kit'\nrun()\n\(others)")
    #expect(report.verdict == .notAffected, "\(report)")
  }

  @Test(arguments: [
    ("import * as kit from 'kit'\nexport default kit\n", "app.ts uses `kit` as a whole"),
    ("import { x } from 'kit/inner'\n", "no declaration of `x` of `kit/inner` was found"),
  ])
  func `is unknown if the file uses more of it than is declared`(
    source: String, reason: String
  ) throws {
    let files = ["index.d.ts": "export declare function run(): void"]
    let report = try impact(files, files, "import { run } from 'kit'\nrun()\n\(source)")
    #expect(report.verdict == .unknown)
    #expect(report.reasons.contains(reason), "\(report.reasons)")
  }
}

@Suite struct `The interface of an npm package` {
  @Test func `has the exports of its declaration files`() throws {
    let found = try interface(
      """
      import { Other } from './other'
      export declare function run<T>(task: () => T, times?: number): Promise<T>;
      export const limit: number
      export interface Options { readonly size?: number; on(event: 'a' | "b"): void }
      export declare class Queue extends Base<Options> {
        static from(list: string[]): Queue
        private secret: string
        constructor(options: Options)
      }
      export type Task = { a: string } | null;
      declare const hidden: string
      declare function renamed(): void
      export { renamed as shown, type Other }
      export default Queue
      """)
    #expect(
      found
        == [
          "constant kit#Other", "class kit#Queue", "class kit#default",
          "interface kit#Options", "constant kit#limit -> number",
          "func kit#run -> Promise<T>", "func kit#shown -> void",
          "typealias kit#Task -> {a:string}|null",
          "property Options.size -> number", "method Options.on -> void",
          "method Queue.from -> Queue", "method Queue.constructor",
        ].sortedLikeExports)
  }

  @Test func `follows files, paths and conditions`() throws {
    let files = [
      "package.json": """
      {"exports": {".": {"types": "./lib/index.d.ts", "default": "./lib/index.js"},
        "./more": "./lib/more.js"}}
      """,
      "lib/index.d.ts": "export * from './inner';\nexport { a as b } from './inner/deep';\n",
      "lib/inner/index.d.ts": "export declare const x: string;\n",
      "lib/inner/deep.d.ts": "export declare const a: number;\n",
      "lib/more.d.ts": "export declare const m: number;\n",
    ]
    let found = try api(files, of: ["kit", "kit/more"]).declarations.map(\.path)
    #expect(found == ["kit", "kit#b", "kit#x", "kit/more", "kit/more#m"])
  }
}

@Suite struct `A removed subpath of an npm package` {
  private func package(_ paths: String...) -> [String: String] {
    let exports = paths.map { "\"\($0)\": \"./index.d.ts\"" }.joined(separator: ", ")
    return [
      "package.json": "{\"exports\": {\(exports)}}",
      "index.d.ts": "export declare function a(): void\n",
    ]
  }

  private func verdict(of source: String) throws -> ImpactReport {
    let uses = try #require(UseScanner.javaScript.scan("app.ts", Array(source.utf8)))
    let modules: Set = ["kit", "kit/fp"]
    let comparison = APIComparison(
      from: try api(package(".", "./fp"), of: modules), to: try api(package("."), of: modules))
    return ImpactJudge(comparison, [uses], .javaScript).report(on: "kit", from: "1", to: "2")
  }

  @Test func `affects the files that import it`() throws {
    let report = try verdict(of: "import { a } from 'kit/fp'\na()\n")
    #expect(report.verdict == .affected)
    #expect(report.symbols.map(\.name).contains { $0.hasPrefix("kit/fp") })
    #expect(report.symbols.first?.uses.first == .init(file: "app.ts", line: 1))
  }

  @Test func `doesn't affect files that import another one`() throws {
    #expect(try verdict(of: "import { a } from 'kit'\na()\n").verdict == .notAffected)
  }
}

@Suite struct `The name by which sources import a package` {
  @Test(arguments: [
    ("kit", "kit"), ("@acme/kit", "@acme/kit"), ("@types/kit", "kit"),
    ("@types/acme__kit", "@acme/kit"),
  ])
  func `is that of the described package for types`(package: String, name: String) {
    #expect(ScriptPackage.importedName(of: package) == name)
  }
}

@Suite struct `The size of an npm package` {
  @Test func `is listed if it changes`() throws {
    var (old, new) = (try api(["index.d.ts": "export {}"]), try api(["index.d.ts": "export {}"]))
    (old.size, new.size) = (12_000, 34_000)
    let report = ImpactJudge(APIComparison(from: old, to: new), [], .javaScript)
      .report(on: "kit", from: "1", to: "2")
    #expect(report.notes == ["the package has 34 kB, and had 12 kB"])
  }
}

extension [String] {
  /// Exports come first, by name, then members by the name of their type.
  fileprivate var sortedLikeExports: [String] {
    let name = { (line: String) in line.split(separator: " ")[1] }
    let exports = filter { name($0).contains("#") }.sorted { name($0) < name($1) }
    return exports + filter { !name($0).contains("#") }
  }
}

@Suite struct `A comparison of npm packages` {
  @Test(arguments: [
    (
      "export declare function a(): void", "export declare const b: 1", ["kit#a was removed"]
    ),
    (
      "export declare function a(x: string): void",
      "export declare function a(x: string, y: number): void",
      ["kit#a takes 2 parameters, took 1"]
    ),
    (
      "export declare function a(x: string): void",
      "export declare function a(x: string, y?: number): void", []
    ),
    (
      "export declare const a: string", "export declare const a: string | null",
      ["kit#a became `string|null`, was `string`?"]
    ),
    ("export interface A { b: string }", "export interface A {}", ["A.b was removed"]),
    ("export interface A {}", "export declare class A {}", ["kit#A became a class?"]),
  ])
  func `names removed exports and other signatures`(
    before: String, after: String, expected: [String]
  ) throws {
    #expect(try changes(before, after) == expected)
  }
}

@Suite struct `The impact on a script` {
  private let before = [
    "index.d.ts": "export declare function a(): void\nexport declare function b(): void\n"
  ]
  private let after = ["index.d.ts": "export declare function b(): void\n"]

  @Test(arguments: [
    ("import { a as first } from 'kit'\nfirst()\n", ImpactReport.Verdict.affected),
    ("const { a } = require('kit')\na()\n", .affected),
    ("const kit = require('kit')\nkit.a()\n", .affected),
    ("import * as kit from 'kit'\nkit.b()\n", .notAffected),
    ("import { b } from 'kit'\nb()\n", .notAffected),
    ("import * as kit from 'kit'\nrun(kit)\n", .unknown),
    ("import { c } from 'kit'\n", .unknown),
    ("export * from 'kit'\n", .unknown),
  ])
  func `follows what an import binds`(source: String, verdict: ImpactReport.Verdict) throws {
    #expect(try impact(before, after, source).verdict == verdict)
  }

  @Test func `is never unaffected without types, and affected if a name is gone`() throws {
    let manifest = #"{"main": "index.js"}"#
    let old = ["package.json": manifest, "index.js": "exports.a = 1\nmodule.exports.b = 2\n"]
    let new = ["package.json": manifest, "index.js": "exports.b = 2\n"]
    #expect(try impact(old, new, "const { a } = require('kit')\n").verdict == .affected)
    #expect(try impact(old, new, "const { b } = require('kit')\n").verdict == .unknown)
  }

  @Test func `is unknown if the new version needs another Node`() throws {
    let manifest = { (node: String) in
      #"{"types": "index.d.ts", "engines": {"node": "\#(node)"}}"#
    }
    let old = before.merging(["package.json": manifest(">=14")]) { $1 }
    let new = before.merging(["package.json": manifest(">=20")]) { $1 }
    let report = try impact(old, new, "import { b } from 'kit'\nb()\n")
    #expect(report.verdict == .unknown)
    #expect(report.reasons == ["it needs node >=20, and needed >=14"])
  }
}

@Suite struct `A hostile script` {
  @Test func `never stops the scanners`() throws {
    var generator = SeededGenerator(seed: 43)
    let seed = Array(
      """
      export declare class A<T extends B<C>> { a?(b: string, ...c: T[]): void; [k: string]: any }
      export { a as b, type C } from './c'; export * as d from "e"; export = f;
      module.exports = { a, b: require('x'), ...c }; const { q: r } = require('y');
      export type T = { a: /re[/]/ | 'x' } // comment
      import x, { y as z } from 'kit'; x.y(z) ? `${a}` : 1
      """.utf8)
    var read = 0
    for _ in 0..<3_000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...5, using: &generator) where !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(index..<min(index + 7, bytes.count))
        case 2:
          bytes.insert("{}[]()\"'`/<>\\*.".utf8.randomElement(using: &generator) ?? 0, at: index)
        default: bytes = Array(bytes[..<index])
        }
      }
      if ScriptExports(bytes) != nil { read += 1 }
      _ = UseScanner.javaScript.scan("a.ts", bytes)
    }
    #expect(read > 100)
  }
}
