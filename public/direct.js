// Direct connections between two devices that play one battle: WebRTC data channels, without a server.
// src/app/platform/direct.rs fetches it when it is first needed.
(() => {
  // How long a connection may take to open, in milliseconds.
  const PATIENCE = 20_000;
  /** @type {Map<number, { connection: RTCPeerConnection, channel: RTCDataChannel }>} */
  const connections = new Map();
  /** @type {(id: number, what: 'state' | 'message' | 'failed', text: string) => void} */
  let report = () => {};

  const begin = (/** @type {number} */ id) => {
    const connection = new RTCPeerConnection();
    const channel = connection.createDataChannel('log', { negotiated: true, id: 0 });
    connections.set(id, { connection, channel });
    // A device that sleeps looks as if it had failed, and comes back by itself: nothing is closed for that.
    const silent = () => ['disconnected', 'failed'].includes(connection.connectionState);
    const state = () => {
      if (channel.readyState === 'open') report(id, 'state', silent() ? 'silent' : 'open');
      if (channel.readyState === 'closed') {
        // It never opens again: the next connection has another number.
        connections.delete(id);
        report(id, 'state', 'closed');
      }
      // The device that answered waits for as long as its code is shown, however it looks.
      const isTried = connection.signalingState === 'stable' && connection.localDescription?.type === 'offer';
      if (channel.readyState === 'connecting' && connection.connectionState === 'failed' && isTried) report(id, 'failed', '');
    };
    connection.onconnectionstatechange = state;
    channel.onopen = state;
    channel.onclose = state;
    channel.onmessage = ({ data }) => typeof data === 'string' && report(id, 'message', data);
    return connection;
  };

  const known = (/** @type {number} */ id) => {
    const found = connections.get(id);
    if (!found) throw new Error(`no connection ${id}`);
    return found;
  };

  // The description with all addresses of the device: there is no server to send later ones.
  const gathered = (/** @type {RTCPeerConnection} */ connection) =>
    new Promise((resolve) => {
      const done = () => resolve(connection.localDescription?.sdp);
      if (connection.iceGatheringState === 'complete') return done();
      connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && done();
      setTimeout(done, 3_000); // what was found by then
    });

  window.drumheadDirect = {
    listen: (/** @type {typeof report} */ listener) => void (report = listener),
    offer: async (/** @type {number} */ id) => {
      const connection = begin(id);
      await connection.setLocalDescription();
      return gathered(connection);
    },
    answer: async (/** @type {number} */ id, /** @type {string} */ sdp) => {
      const connection = begin(id);
      await connection.setRemoteDescription({ type: 'offer', sdp });
      await connection.setLocalDescription();
      return gathered(connection);
    },
    accept: async (/** @type {number} */ id, /** @type {string} */ sdp) => {
      const { connection, channel } = known(id);
      await connection.setRemoteDescription({ type: 'answer', sdp });
      // Browsers go on trying for minutes. A way that is there opens within a second.
      setTimeout(() => connections.has(id) && channel.readyState === 'connecting' && report(id, 'failed', ''), PATIENCE);
    },
    send: (/** @type {number} */ id, /** @type {string} */ text) => known(id).channel.send(text),
    close: (/** @type {number} */ id) => {
      connections.get(id)?.connection.close();
      connections.delete(id);
    },
  };
})();
