import { describe, expect, it } from 'vitest';
import { clientAddress, parseProxies } from '#server/door/client-address.ts';

describe('the address of a client (F1)', () => {
  const direct = clientAddress([]);
  const behind = clientAddress(parseProxies('10.0.0.0/8, 192.0.2.7,fd00::/8'));

  it('is the socket’s where no proxy is trusted, whatever the client says', () => {
    expect(direct('203.0.113.9', undefined)).toBe('203.0.113.9');
    expect(direct('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9');
    expect(behind('203.0.113.9', '1.2.3.4, 10.0.0.1')).toBe('203.0.113.9');
  });

  it('is what the outermost proxy of ours vouches for, and nothing left of it', () => {
    expect(behind('10.1.2.3', '198.51.100.4')).toBe('198.51.100.4');
    expect(behind('10.1.2.3', '6.6.6.6, 198.51.100.4')).toBe('198.51.100.4');
    expect(behind('10.1.2.3', '6.6.6.6, 198.51.100.4, 192.0.2.7')).toBe('198.51.100.4');
    expect(behind('10.1.2.3', '6.6.6.6,10.9.9.9 , 198.51.100.4,10.0.0.2')).toBe('198.51.100.4');
    expect(behind('fd00::1', '198.51.100.4:4711')).toBe('198.51.100.4');
  });

  it('is the proxy’s own where it vouches for nothing that is an address', () => {
    for (const rubbish of [undefined, '', 'unknown', '_hidden', '1.2.3', '0x7f.1', '999.1.1.1', '1.2.3.4.5', '<x>'])
      expect(behind('10.1.2.3', rubbish), String(rubbish)).toBe('10.1.2.3');
    expect(direct(undefined, '1.2.3.4')).toBe('');
  });

  it('has one spelling, and of IPv6 is the subscriber’s network', () => {
    expect(direct('::ffff:203.0.113.9', undefined)).toBe('203.0.113.9');
    const mine = direct('2001:db8:1:2:3:4:5:6', undefined);
    expect(mine).toBe('2001:db8:1:2::/64');
    expect(direct('2001:DB8:1:2:ffff::1', undefined)).toBe(mine);
    expect(direct('2001:db8:1:3::1', undefined)).not.toBe(mine);
    expect(behind('::ffff:10.1.2.3', '[2001:db8:1:2::9]:443')).toBe(mine);
  });

  it('takes no list of proxies that holds something else', () => {
    for (const wrong of ['localhost', '10.0.0.0/33', '10.0.0', '10.0.0.1/8/8'])
      expect(() => parseProxies(wrong), wrong).toThrow(wrong);
    expect(parseProxies(' , ')).toEqual([]);
  });
});
