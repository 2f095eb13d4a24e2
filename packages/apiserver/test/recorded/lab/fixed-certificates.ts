/** Certificates that never change: sequences write them into objects. Two are valid until 2099, one was until 2000. */
export type FixedCertificate = 'first' | 'second' | 'expired';

const lines: Readonly<Record<FixedCertificate, readonly string[]>> = {
  first: [
    'MIIBJDCByqADAgECAgEBMAoGCCqGSM49BAMCMBAxDjAMBgNVBAMTBWZpcnN0MCAX',
    'DTAwMDEwMTAwMDAwMFoYDzIwOTkwMTAxMDAwMDAwWjAQMQ4wDAYDVQQDEwVmaXJz',
    'dDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDGhtF5PWnDvTx8+6oU4TPUyv/Tz',
    'WzdZYPVkk3H29DQhx9aWvVsG6Z/ll3uL8iAYqG21t43wICpMe7aL7QYaIfajEzAR',
    'MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAMZG1mavIfq0dO1/',
    '8E/DABj9Pr8cuMUZm8WVQLw2mnIsAiEAxtXcHqBVEjjQ0UTEdpa32Q0VPm1HTRmN',
    'hBIPUf4DMHo=',
  ],
  second: [
    'MIIBJjCBzKADAgECAgEBMAoGCCqGSM49BAMCMBExDzANBgNVBAMTBnNlY29uZDAg',
    'Fw0wMDAxMDEwMDAwMDBaGA8yMDk5MDEwMTAwMDAwMFowETEPMA0GA1UEAxMGc2Vj',
    'b25kMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEWo+B3Q0DbUJzpvVgdjA+OxZS',
    'arsEx1AQ2NQ+xqQwMtgjXDhjWtEU88E69U8OQMJR7EMYlzOuU1baxTPJ9rpUeKMT',
    'MBEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAszOkirh9WweB',
    'aKna9U6A41GNjPsllcvaXpwuLDsU9SYCIQDR+8Mt3DMBZCIL+8T9G/GhNgNznGjW',
    'Ng4AgkkluqQveQ==',
  ],
  expired: [
    'MIIBJTCBzKADAgECAgEBMAoGCCqGSM49BAMCMBIxEDAOBgNVBAMTB2V4cGlyZWQw',
    'HhcNOTkwMTAxMDAwMDAwWhcNMDAwMTAxMDAwMDAwWjASMRAwDgYDVQQDEwdleHBp',
    'cmVkMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE4AEvcC+By5WjdEKdzjaPNraB',
    'XeMwS5M3w/DE1FOwZ5OCbPbRII+lP35VHS9Z/l8Z4BwqRI9wkY7vT8bGSbpFkKMT',
    'MBEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiB997iIWq0po7A+',
    '57hmqV1ZLrUsIX3q81MQgnfnzdFtJQIhAJnr7d4mHlJTtNrBj5fTFN7USBWSSCz1',
    'tmg/U+KiQSvz',
  ],
};

/** A certificate in PEM. `lineBreak`: between its lines and at its end. */
export function fixedCertificate(name: FixedCertificate, lineBreak = '\n'): string {
  return ['-----BEGIN CERTIFICATE-----', ...lines[name], '-----END CERTIFICATE-----', ''].join(lineBreak);
}
