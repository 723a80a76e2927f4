import { expect, test } from 'vitest';

import { memberXml } from '../src/index.js';

const base = {
  clusterName: 'dev',
  port: 5701,
  members: ['127.0.0.1:5701'],
  maps: {},
  properties: {},
  extra: '',
};

test('a member binds to loopback only, calls nobody and looks for nobody', () => {
  const xml = memberXml(base);
  expect(xml).toContain('<property name="hazelcast.phone.home.enabled">false</property>');
  expect(xml).toContain('<auto-detection enabled="false"/>');
  expect(xml).toContain('<multicast enabled="false"/>');
  expect(xml).toContain('<interfaces enabled="true"><interface>127.0.0.1</interface></interfaces>');
});

test('names and values are escaped', () => {
  const xml = memberXml({ ...base, clusterName: 'a<b>&"c"', properties: { 'x&y': '<1>' } });
  expect(xml).toContain('<cluster-name>a&lt;b&gt;&amp;&quot;c&quot;</cluster-name>');
  expect(xml).toContain('<property name="x&amp;y">&lt;1&gt;</property>');
});

test('a map gets the settings it was given and no others', () => {
  const xml = memberXml({ ...base, maps: { 'a*': { backupCount: 0, readBackupData: false } } });
  expect(xml).toContain(
    '<map name="a*"><backup-count>0</backup-count><read-backup-data>false</read-backup-data></map>',
  );
});
