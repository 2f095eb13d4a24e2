/** Cases in which the generator says something else than the compiler: the name of the case, and why. */
export const knownDifferences: Readonly<Record<string, string>> = {
  'a misspelt name 2: Strng[]': 'the compiler means String, the object; schemas have string',
  'an import that is missing or wrong 5: Door':
    'the compiler suggests the import with the whole path of the file, kb with the one that is written',
};
