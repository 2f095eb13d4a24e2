export { listen } from './http/listen-adapter.ts';
export { requestHeaders, responseHeaders } from './http/headers-adapter.ts';
export { writeBody } from './http/write-body-adapter.ts';
