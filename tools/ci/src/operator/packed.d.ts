/** The packed package that the tests run on. */
declare module 'packed:@kb/client' {
  export * from '@kb/client';
}
