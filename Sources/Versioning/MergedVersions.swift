/// Returns the versions of all lists, oldest first; of equal ones, that of the first list.
package func mergedVersions<Number: Version>(_ lists: [[Number]]) -> [Number] {
  var seen: Set<Number> = []
  return lists.joined().filter { seen.insert($0).inserted }.sorted()
}
