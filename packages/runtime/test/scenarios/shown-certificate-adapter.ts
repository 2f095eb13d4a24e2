import { connect } from 'node:tls';
import { X509Certificate } from 'node:crypto';

/** The certificate that a server on loopback shows to a new connection: PEM, not verified. */
export function shownCertificate(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { raw } = socket.getPeerCertificate();
      socket.destroy();
      resolve(new X509Certificate(raw).toString());
    });
  });
}
