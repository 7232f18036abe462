/// Texts in place of numbers that have ended programs, for tests of everything that reads numbers.
package let extremeNumbers = [
  "-1e308", "1e308", "1e-308", "1e309", "nan", "NaN", "inf", "-inf", "Infinity", "-0", "-1", "0",
  "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
  "18446744073709551615", "18446744073709551616", "340282366920938463463374607431768211456",
  "9007199254740993", "2147483648", "4294967296", "253402300800", "99999999999999999999999999999",
  "0x7fffffffffffffff", "0b1", "1_000", "+1", "1.5", "1.", ".5", "1,5", "", " ", "٣", "1e", "--1",
  "9223372036854775807.9", "-9223372036854775808.9", "9223372036854775", "-9223372036854775",
]

/// Dates of HTTP headers at and beyond the ends of what the formats can express.
package let extremeDates = [
  "Fri, 31 Dec 9999 23:59:60 GMT", "Sat, 01 Jan 0000 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT",
  "Sat, 00 Jan 2026 00:00:00 GMT", "Sat, 32 Jan 2026 00:00:00 GMT", "Sat, 31 Feb 2026 24:00:00 GMT",
  "Sat, 01 Jan 99999999999999999999 00:00:00 GMT",
  "Sat, 01 Jan 2026 99999999999999999999:00:00 GMT",
  "Sat, -1 Jan 2026 00:00:00 GMT", "Sat, 01 Jan 2026 -1:00:00 GMT", "Sat, 01 Jan 2026 1:2 GMT",
  "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "9999999999999999999999",
]
