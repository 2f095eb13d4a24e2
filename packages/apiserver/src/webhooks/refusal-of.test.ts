import { expect, test } from 'vitest';
import { refusalOf } from './refusal-of.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };

// The messages of client-go's NewGenericServerResponse, as seen by the caller of a conversion webhook.
test.each<[number, string]>([
  [400, 'the server rejected our request for an unknown reason'],
  [401, 'the server has asked for the client to provide credentials'],
  [404, 'the server could not find the requested resource'],
  [405, 'the server does not allow this method on the requested resource'],
  [409, 'the server reported a conflict'],
  [422, 'the server rejected our request due to an error in our request'],
  [429, 'the server has received too many requests and has asked us to try again later'],
  [503, 'the server is currently unable to handle the request'],
  [504, 'the server was unable to return a response in the time allotted, but may still be processing the request'],
  [302, 'the server responded with the status code 302 but did not return more information'],
])('status %i has its message, whatever the body is', (status, sentence) => {
  expect(refusalOf({ status, headers: {} }, 'no')).toBe(sentence);
  expect(refusalOf({ status, headers: JSON_HEADERS }, '{}')).toBe(sentence);
});

test.each<[number, string, string]>([
  [403, 'no', 'unknown'],
  [415, 'no', 'unknown'],
  [406, 'no', 'the server was unable to respond with a content type that the client supports'],
  [
    500,
    'an error on the server ("no") has prevented the request from succeeding',
    'an error on the server ("unknown") has prevented the request from succeeding',
  ],
  [
    599,
    'an error on the server ("no") has prevented the request from succeeding',
    'an error on the server ("unknown") has prevented the request from succeeding',
  ],
])('status %i quotes a body of text', (status, ofText, ofJson) => {
  expect(refusalOf({ status, headers: {} }, ' no\n')).toBe(ofText);
  expect(refusalOf({ status, headers: { 'content-type': 'text/html; charset=utf-8' } }, 'no')).toBe(ofText);
  expect(refusalOf({ status, headers: JSON_HEADERS }, 'no')).toBe(ofJson);
});

test('status 406 without a body has its message', () => {
  expect(refusalOf({ status: 406, headers: {} }, ' ')).toBe(
    'the server was unable to respond with a content type that the client supports',
  );
});
