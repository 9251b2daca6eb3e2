import { describe, expect, it } from '@jest/globals';
import { addressKey } from './throttle.ts';

describe('addressKey', () => {
  it.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['the same, written as IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the network of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['the same network in short', '2001:0db8:0001:2::9', '2001:db8:1:2'],
    ['an address with a zone', 'fe80::1%eth0', 'fe80:0:0:0'],
    ['loopback', '::1', '0:0:0:0'],
  ])('%s', (_, address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
