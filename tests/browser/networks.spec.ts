// Direct connections in networks as in a gaming hall: without multicast, without internet, with camera permission on one device. Each
// device is a browser in its own network namespace.
import type { Page } from '@playwright/test';
import { ADDRESS, type Kind, missing, Network } from './networks';
import { expect, test, watchForErrors } from './page';
import { beginBattle, endPhase } from './play';
import { idOf, connect } from './two_phones';

const reason = missing();
test.skip(reason !== undefined, reason ?? '');
test.describe.configure({ timeout: 60_000 });

/** A device in a network, with or without camera permission. */
async function device(network: Network, nth: number, camera: boolean): Promise<Page> {
  const browser = await network.browser(nth);
  const context = await browser.newContext({
    baseURL: ADDRESS,
    locale: 'en-GB',
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    permissions: camera ? ['camera', 'screen-wake-lock'] : ['screen-wake-lock'],
  });
  await watchForErrors(context, ADDRESS);
  const page = await context.newPage();
  await page.goto('./');
  return page;
}

/** Plays with two devices on a network, of which the first has a battle. */
async function playOnNetwork(kind: Kind, cameras: [boolean, boolean], play: (host: Page, guest: Page, id: string) => Promise<void>) {
  const network = new Network('spec', kind);
  try {
    const [host, guest] = [await device(network, 0, cameras[0]), await device(network, 1, cameras[1])];
    await beginBattle(host);
    await play(host, guest, idOf(host));
  } finally {
    await network.close();
  }
}

const moment = (page: Page) => page.locator('.status-row .moment');

const NETWORKS: [string, Kind, [boolean, boolean]][] = [
  ['that lets everything through, no camera permitted', { multicast: true, internet: true }, [false, false]],
  ['that drops multicast, the camera permitted where the battle is offered', { multicast: false, internet: true }, [true, false]],
  ['that drops multicast, the camera permitted where the offer was scanned', { multicast: false, internet: true }, [false, true]],
  ['without internet, the camera permitted where the battle is offered', { multicast: true, internet: false }, [true, false]],
  ['without internet, the camera permitted where the offer was scanned', { multicast: true, internet: false }, [false, true]],
  ['without internet that drops multicast, the camera permitted on both', { multicast: false, internet: false }, [true, true]],
];
for (const [name, kind, cameras] of NETWORKS) {
  test(`two devices connect in a network ${name}`, async () => {
    await playOnNetwork(kind, cameras, async (host, guest, id) => {
      const opened = await connect(host, guest, /device [0-9A-Z]{4}/, id);
      await expect(guest.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
      await host.goto(`./#/battle/${id}`);
      const before = await moment(guest).innerText();
      await endPhase(host);
      const begun = Date.now();
      await expect(moment(guest)).not.toHaveText(before);
      console.log(`network ${name}: open after ${opened} ms, an act after ${Date.now() - begun} ms more`);
      expect(opened).toBeLessThan(2_000);
    });
  });
}
