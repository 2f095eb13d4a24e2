// A program that watches for a moment and then does nothing. It must exit, although its transport is never closed.
import { createTransport } from '../adapters/transport/create-transport.ts';
import { constant, testAccess } from './test-access.ts';

const [, , url = ''] = process.argv;
const transport = createTransport(testAccess(url, { tls: constant({ insecure: true }) }));
const end = new AbortController();
const { status } = await transport.send({ method: 'GET', path: '/api/v1/a?watch=true', headers: {} }, end.signal);
end.abort(new Error('enough'));
process.stdout.write(String(status));
