import { describe, expect, test } from 'vitest';
import { ConnectionError } from '../../errors/connection-error.ts';
import { toConnectionError } from './to-connection-error.ts';

const server = 'https://a.test:6443';
const failure = (code: string, syscall?: string): Error =>
  Object.assign(new Error(`what ${code} means`), { code, ...(syscall !== undefined && { syscall }) });

describe('toConnectionError', () => {
  test.each([
    ['ECONNREFUSED', 'KB_CONNECTION_REFUSED', 'nothing listens at https://a.test:6443'],
    ['ECONNRESET', 'KB_CONNECTION_LOST', 'the connection to https://a.test:6443 was lost'],
    ['EPIPE', 'KB_CONNECTION_LOST', 'was lost'],
    ['UND_ERR_SOCKET', 'KB_CONNECTION_LOST', 'was lost'],
    ['UND_ERR_CONNECT_TIMEOUT', 'KB_CONNECTION_TIMEOUT', 'no connection to https://a.test:6443 in time'],
    ['ETIMEDOUT', 'KB_CONNECTION_TIMEOUT', 'in time', 'connect'],
    ['ETIMEDOUT', 'KB_CONNECTION_LOST', 'was lost', 'read'],
    ['ENOTFOUND', 'KB_HOST_NOT_FOUND', 'has no address'],
    ['EAI_AGAIN', 'KB_HOST_NOT_FOUND', 'has no address'],
    ['EHOSTUNREACH', 'KB_HOST_UNREACHABLE', 'no route to the host'],
    ['ENETUNREACH', 'KB_HOST_UNREACHABLE', 'no route to the host'],
    ['CERT_HAS_EXPIRED', 'KB_CERTIFICATE_REJECTED', 'is not trusted'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'KB_CERTIFICATE_REJECTED', 'certificate-authority'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'KB_CERTIFICATE_REJECTED', 'certificate-authority'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'KB_CERTIFICATE_REJECTED', 'tls-server-name'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'KB_TLS_FAILED', 'is it https there'],
    ['EPROTO', 'KB_TLS_FAILED', 'is it https there'],
    ['UND_ERR_HEADERS_TIMEOUT', 'KB_ANSWER_TIMEOUT', 'did not respond in time'],
    ['UND_ERR_BODY_TIMEOUT', 'KB_ANSWER_TIMEOUT', 'did not respond in time'],
    ['UND_ERR_DESTROYED', 'KB_TRANSPORT_CLOSED', 'closed by this process'],
    ['ESOMETHING', 'KB_CONNECTION_FAILED', 'the request to https://a.test:6443 failed'],
  ])('%s: %s (%s)', (code, want, message, syscall?: string) => {
    const cause = failure(code, syscall);
    const error = toConnectionError(cause, { server });
    expect(error).toMatchObject({ name: 'ConnectionError', code: want, server, cause });
    expect(error.message).toContain(message);
    expect(error.message).toContain(`(what ${code} means)`);
  });

  test('finds the innermost cause', () => {
    expect(toConnectionError(new Error('outer', { cause: failure('ECONNRESET') }), { server }).code).toBe(
      'KB_CONNECTION_LOST',
    );
    const several = new AggregateError([failure('ECONNREFUSED'), failure('ENETUNREACH')]);
    expect(toConnectionError(several, { server }).code).toBe('KB_CONNECTION_REFUSED');
    expect(toConnectionError('text', { server })).toMatchObject({ code: 'KB_CONNECTION_FAILED' });
  });

  test('keeps a ConnectionError, and names a proxy without its password', () => {
    const own = new ConnectionError('KB_TRANSPORT_CLOSED', server, 'closed');
    expect(toConnectionError(own, { server })).toBe(own);
    const proxyUrl = 'http://me:s3cret@proxy.test:3128';
    const { message } = toConnectionError(failure('ECONNREFUSED'), { server, proxyUrl });
    expect(message).toContain('https://a.test:6443 through the proxy proxy.test:3128');
    expect(message).not.toContain('s3cret');
  });

  test.each([
    ['ECONNRESET', true, 'the connection to https://a.test:6443 was lost, after the request was sent ('],
    ['ECONNRESET', false, 'the connection to https://a.test:6443 was lost, before the request was sent ('],
    ['UND_ERR_DESTROYED', false, 'were closed by this process, before the request was sent ('],
    ['ECONNREFUSED', false, 'is this its address? ('],
    ['UND_ERR_HEADERS_TIMEOUT', true, 'did not respond in time: the connection was closed ('],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', true, 'client certificate right?, after the request was sent ('],
  ])('sets whether the request was sent: %s, %s', (code, sent, words) => {
    const error = toConnectionError(failure(code), { server, sent });
    expect(error.sent).toBe(sent);
    expect(error.message).toContain(words);
  });

  test('sets on a ConnectionError whether the request was sent, if that was unknown', () => {
    const shared = new ConnectionError('KB_TRANSPORT_CLOSED', server, 'closed');
    const own = toConnectionError(shared, { server, sent: true });
    expect(own).toMatchObject({ code: 'KB_TRANSPORT_CLOSED', sent: true, cause: shared });
    expect(own.message).toBe('closed, after the request was sent');
    expect(toConnectionError(own, { server, sent: false })).toBe(own);
  });
});
